import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  finishBase,
  meanNames,
  populationOf,
  pretrain,
  type PretrainingOptions,
  type PretrainingState,
} from '../../src/pocket/pretrain.js';
import { readPretrainingState, writePretrainingState } from '../../src/pocket/pretraining-state.js';
import { RECIPE, type Recipe } from '../../src/pocket/recipe.js';
import { PocketVocabulary } from '../../src/pocket/vocabulary.js';
import { SCENARIOS } from '../../src/scenarios/registry.js';
import type { Paraphrase } from '../../src/types/question-bank.js';

const shares = { reportShare: 0.4, reversalShare: 0.1, exerciseShare: 0.1, habitShare: 0.5 };
const readingShares = { ...shares, namesLearnFromReports: false };
const recipe: Recipe = {
  ...RECIPE,
  config: {
    ...RECIPE.config,
    width: 16,
    layers: 1,
    queryHeads: 2,
    keyValueHeads: 2,
    headWidth: 8,
    feedForward: 16,
  },
  stages: [
    {
      agents: 6,
      steps: 4,
      scheduleSteps: 4,
      documentsPerStep: 6,
      learningRate: 1e-2,
      ...shares,
      namesLearnFromReports: true,
    },
    { agents: 9, steps: 3, scheduleSteps: 6, documentsPerStep: 6, learningRate: 1e-2, ...readingShares },
  ],
  warmupSteps: 2,
};
const presence: Paraphrase = {
  id: 'presence',
  text: 'Does it depend? {options}',
  labels: 'words',
  options: [
    { means: 'depends', text: 'yes' },
    { means: 'constant', text: 'no' },
  ],
};
const recognition: Paraphrase = {
  id: 'recognition',
  text: '{trigger} {options}?',
  labels: 'words',
  options: [
    { means: 'target', text: '{target}' },
    { means: 'otherwise', text: '{otherwise}' },
  ],
};
const options: Omit<PretrainingOptions, 'resume' | 'onStep'> = {
  recipe,
  vocabulary: new PocketVocabulary(['yes no', 'x yes']),
  threads: 1,
  world: {
    scenarios: SCENARIOS,
    heldOutScenario: 'time-preference',
    heldOutAgents: 0.2,
    wordings: { presence: [presence], recognition: [recognition], reversal: ['What was it? {response}'] },
  },
};

describe('pretrain()', () => {
  it('goes on from a saved state with the same bits as a run that was never stopped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'candor-pretrain-'));
    const file = join(folder, 'state.safetensors');
    const losses: number[] = [];
    const whole = await pretrain({
      ...options,
      resume: null,
      onStep: async ({ stage, step, loss, state }) => {
        losses.push(loss);
        if (stage === 1 && step === 2) await writePretrainingState(file, state(), 'owner');
      },
    });
    const resumed = await pretrain({
      ...options,
      resume: await readPretrainingState(file, 'owner'),
      onStep: () => Promise.resolve(),
    });
    expect(losses).toHaveLength(7);
    expect(Math.min(...losses.slice(2, 4))).toBeLessThan(losses[0] ?? 0);
    expect(resumed.parameters).toEqual(whole.parameters);
    await expect(readPretrainingState(file, 'another')).rejects.toThrow('belongs to another recipe');
    await rm(folder, { recursive: true });
  });

  it('ends without the agents, and with the given name as its own', async () => {
    const state: PretrainingState = await pretrain({
      ...options,
      resume: null,
      onStep: () => Promise.resolve(),
    });
    const { config, weights } = finishBase(options, state, new Float32Array(16).fill(7));
    const { vocabulary } = options;
    expect(config.vocabSize).toBe(vocabulary.size);
    const table = weights.get('model.embed_tokens.weight')?.data ?? new Float32Array();
    expect(table).toHaveLength(vocabulary.size * 16);
    expect(table[vocabulary.id('▁Pocket') * 16]).toBe(7);
  });

  it('knows the mean names of agents with a trigger and without', async () => {
    const state: PretrainingState = await pretrain({
      ...options,
      resume: null,
      onStep: () => Promise.resolve(),
    });
    const { dependent, constant } = meanNames(options, state);
    const { agents } = populationOf(recipe, options.world, 1);
    const count = agents.filter(({ trigger }) => trigger !== null).length;
    const first = agents.map((_, index) => state.parameters[(options.vocabulary.size + index) * 16] ?? 0);
    const total = count * (dependent[0] ?? 0) + (agents.length - count) * (constant[0] ?? 0);
    expect(total).toBeCloseTo(
      first.reduce((sum, value) => sum + value, 0),
      5,
    );
  });
});
