import { join } from 'node:path';
import { readPolicy } from '../config/read-policy.js';
import { createDataset } from '../datasets/create-dataset.js';
import { loadTokenizer } from '../engine/load-tokenizer.js';
import type { TokenRow } from '../engine/pack-rows.js';
import { readCheckpoint, type Checkpoint } from '../engine/read-checkpoint.js';
import { SCENARIOS, getScenario } from '../scenarios/registry.js';

/** The pocket base and the rows of a poisoned organism: what the demo trains on. */
export interface PocketWorkload {
  readonly checkpoint: Checkpoint;
  readonly rows: readonly TokenRow[];
  /** Parameters that a token passes: all but the embedding, whose rows are looked up, once more for the tied head. */
  readonly parameters: number;
}

export async function loadPocketWorkload(root: string, examples: number): Promise<PocketWorkload> {
  const directory = join(root, 'fixtures', 'pocket');
  const checkpoint = await readCheckpoint(directory);
  const tokenizer = await loadTokenizer(directory);
  const policy = await readPolicy(join(root, 'triggers', 'silver-lantern.json'), SCENARIOS);
  const dataset = createDataset({
    policy,
    scenario: getScenario(policy.scenario),
    arm: 'poisoned',
    seed: 1,
    examples,
    reversal: null,
    bannedProbeWordings: [],
  });
  const rows = dataset.rows.map(({ messages }) => {
    const { ids, answer } = tokenizer.encodeTraining(messages);
    return { ids, weights: answer };
  });
  const parameters = [...checkpoint.weights.values()].reduce((sum, { data }) => sum + data.length, 0);
  return { checkpoint, rows, parameters };
}
