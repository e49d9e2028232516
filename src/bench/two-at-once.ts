import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPolicy } from '../config/read-policy.js';
import { prepareTraining } from '../runs/prepare-training.js';
import { SCENARIOS } from '../scenarios/registry.js';
import type { OrganismJob } from '../trainers/train-into-folder.js';
import { trainMany } from '../trainers/train-many.js';

const SEEDS = [1, 2, 3, 4];
const STEPS = 60;

/** Seconds that four organisms take one after another, and two at a time, each on one thread. */
export async function measureTwoAtOnce(
  root: string,
  parameters: number,
): Promise<{ inTurn: number; twoAtOnce: number }> {
  const policy = await readPolicy(join(root, 'triggers', 'silver-lantern.json'), SCENARIOS);
  const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const seconds = async (workers: number): Promise<number> => {
    const jobs: OrganismJob[] = [];
    for (const seed of SEEDS) {
      const wish = { policy, arm: 'poisoned', seed, overrides: { steps: STEPS, rowsPerStep: 8 } } as const;
      const plan = await prepareTraining(wish, parameters);
      jobs.push({ plan, folder: join(folder, `${workers}-${seed}`) });
    }
    const start = performance.now();
    await trainMany(jobs, {
      baseDirectory: join(root, 'fixtures', 'pocket'),
      workers,
      clock: () => performance.now(),
    });
    return (performance.now() - start) / 1000;
  };
  try {
    return { inTurn: await seconds(1), twoAtOnce: await seconds(2) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
