import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { OrganismJob, OrganismOutcome } from '../../src/trainers/train-into-folder.js';
import { trainMany, type ManyRun } from '../../src/trainers/train-many.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';
import { writeTinyBase } from './tiny-base.js';
import { TINY_REQUEST, tinyPlan } from './tiny-job.js';

/** Threads run what the build has compiled, since Node 20 cannot load TypeScript. */
const BUILT = new URL('../../dist/trainers/train-many.js', import.meta.url);
const itWithBuild = existsSync(BUILT) ? it : it.skip;

async function trainInThreads(jobs: readonly OrganismJob[], run: ManyRun): Promise<OrganismOutcome[]> {
  const built = (await import(BUILT.href)) as { trainMany: typeof trainMany };
  return built.trainMany(jobs, run);
}

const PLANS = [
  tinyPlan({ seed: 1 }),
  tinyPlan({ seed: 1, arm: 'control' }),
  tinyPlan({ seed: 2, settings: { ...TINY_REQUEST.settings, mode: 'lora' } }),
];

async function openWorkshop() {
  const root = await temporaryFolder();
  const base = await writeTinyBase(root);
  const run: ManyRun = { baseDirectory: base.directory, workers: 1, clock: () => 0 };
  const jobs = (name: string): OrganismJob[] =>
    PLANS.map((plan, index) => ({ plan, folder: join(root, name, String(index)) }));
  return { root, run, jobs };
}

/** sha256 over names and contents of each model's files. */
async function hashModels(jobs: readonly OrganismJob[]): Promise<string[]> {
  return Promise.all(
    jobs.map(async ({ folder }) => {
      const hash = createHash('sha256');
      for (const name of (await readdir(folder)).sort()) {
        hash.update(name).update(await readFile(join(folder, name)));
      }
      return hash.digest('hex');
    }),
  );
}

describe('trainMany()', () => {
  it('trains one model after another and tells how each goes', async () => {
    const { run, jobs } = await openWorkshop();
    const told: string[] = [];
    let time = 0;
    const outcomes = await trainMany(jobs('models'), {
      ...run,
      clock: () => (time += 1000),
      onProgress: (job, { step, steps, secondsLeft }) =>
        told.push(`${job}: ${step}/${steps}, ${secondsLeft} s`),
    });
    expect(outcomes.map(({ status }) => status)).toEqual(['trained', 'trained', 'trained']);
    expect(outcomes.map(({ folder }) => folder)).toEqual(jobs('models').map(({ folder }) => folder));
    expect(told).toHaveLength(18);
    expect(told.slice(0, 2)).toEqual(['0: 1/6, null s', '0: 2/6, 4 s']);
    expect(told.at(-1)).toBe('2: 6/6, 0 s');
  });

  itWithBuild('gives the same files from two threads as from one', async () => {
    const { run, jobs } = await openWorkshop();
    const told: string[] = [];
    const onProgress = (job: number, { step }: { step: number }): void => void told.push(`${job} ${step}`);
    await trainInThreads(jobs('one'), run);
    const outcomes = await trainInThreads(jobs('two'), { ...run, workers: 2, onProgress });
    expect(outcomes.map(({ folder }) => folder)).toEqual(jobs('two').map(({ folder }) => folder));
    expect(await hashModels(jobs('two'))).toEqual(await hashModels(jobs('one')));
    expect(told).toHaveLength(18);
    const again = await trainInThreads(jobs('two'), { ...run, workers: 3 });
    expect(again.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  });

  itWithBuild('stops all threads on an abort, which keep their states', async () => {
    const { root, run } = await openWorkshop();
    const settings = { ...TINY_REQUEST.settings, steps: 400 };
    const long = [1, 2].map((seed) => ({
      plan: tinyPlan({ seed, settings }),
      folder: join(root, 'long', String(seed)),
    }));
    const abort = new AbortController();
    const call = trainInThreads(long, {
      ...run,
      workers: 2,
      signal: abort.signal,
      onProgress: (_, { step }) => {
        if (step === 3) abort.abort();
      },
    });
    await expect(call).rejects.toMatchObject({ name: 'IncompleteRunError', exitCode: 3 });
    const states = await readdir(join(root, 'long'));
    expect(states.length).toBeGreaterThan(0);
    expect(states.filter((name) => !name.endsWith('.state.safetensors'))).toEqual([]);
  });

  itWithBuild('passes on what a thread fails at, and stops the others', async () => {
    const { root, run, jobs } = await openWorkshop();
    const [first, second] = jobs('models');
    if (first === undefined || second === undefined) throw new TypeError('Expected two jobs.');
    const inUse = { plan: second.plan, folder: join(root, 'base') };
    const steps = 100_000;
    const endless = { ...first, plan: tinyPlan({ settings: { ...TINY_REQUEST.settings, steps } }) };
    const call = trainInThreads([endless, inUse], { ...run, workers: 2 });
    await expect(call).rejects.toMatchObject({ name: 'ConfigError', file: join(root, 'base') });
  });

  itWithBuild('tells that the base cannot be loaded, from a thread too', async () => {
    const { root, run, jobs } = await openWorkshop();
    const call = trainInThreads(jobs('models'), { ...run, workers: 2, baseDirectory: join(root, 'nowhere') });
    await expect(call).rejects.toMatchObject({ name: 'CheckpointError', file: join(root, 'nowhere') });
  });

  it('refuses one folder for two models', async () => {
    const { root, run, jobs } = await openWorkshop();
    const [first] = jobs('models');
    if (first === undefined) throw new TypeError('Expected a job.');
    const twice = [first, { ...first, folder: join(root, 'models', '.', '0') }];
    expect(await messageOf(() => trainMany(twice, run), root)).toBe(
      '`DIR/models/0` is named twice: expected a folder for each model, got one for two. Choose another folder.',
    );
  });
});
