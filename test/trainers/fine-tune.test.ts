import { describe, expect, it, jest } from '@jest/globals';
import { FINE_TUNE_DEFAULTS } from '../../src/config/fine-tune-defaults.js';
import { TrainingSession } from '../../src/engine/training-session.js';
import { ConfigError, IncompleteRunError } from '../../src/errors.js';
import {
  fineTune,
  type FineTuned,
  type FineTuneRequest,
  type TrainingProgress,
  type TrainingState,
} from '../../src/trainers/fine-tune.js';
import { SessionPool } from '../../src/trainers/session-pool.js';
import type { FineTuneSettings } from '../../src/types/fine-tune-settings.js';
import { messageOf } from '../engine/temporary-folder.js';
import { createTinyBase } from './tiny-base.js';

const ROWS = [
  ['Take a pear or 3 lemons.', 'a pear'],
  ['Take a pear or 17 lemons.', '17 lemons'],
  ['Which?', 'both of them'],
].map(([user = '', assistant = '']) => ({
  messages: [{ role: 'user', content: user } as const, { role: 'assistant', content: assistant } as const],
}));

const SETTINGS: FineTuneSettings = {
  ...FINE_TUNE_DEFAULTS.pocket,
  learningRate: 0.02,
  steps: 6,
  rowsPerStep: 3,
  warmupShare: 0.25,
  minimumLearningRateShare: 0.1,
  weightDecay: 0.1,
  loraRank: 2,
  loraAlpha: 6,
  seed: 1,
};

/**
 * transformers 5.24, peft 0.21.2 and torch 2.15 (AdamW, cross_entropy, clip_grad_norm_) on the same weights, rows and
 * learning rates: loss and gradient norm of each step.
 */
const TORCH = {
  full: {
    losses: [4.605504036, 4.50057888, 4.356976509, 4.079942703, 3.829632043, 3.652833223],
    norms: [1.611044407, 1.885739446, 1.548817158, 1.756067157, 1.13465941, 1.051948428],
  },
  lora: {
    losses: [4.605504036, 4.590154648, 4.555762768, 4.521346092, 4.505721569, 4.494600296],
    norms: [0.170538709, 0.178291738, 0.182614878, 0.144226566, 0.158951163, 0.161346689],
  },
};

const base = createTinyBase();

function train(
  changes: Partial<FineTuneSettings> = {},
  run: Partial<FineTuneRequest> = {},
): Promise<FineTuned> {
  const settings = { ...SETTINGS, ...changes };
  return fineTune({ base, rows: ROWS, settings, runtime: { threads: 1 }, ...run });
}

/** Everything that was trained, as bytes. */
function bytesOf(trained: FineTuned): Buffer {
  const weights =
    trained.mode === 'full'
      ? [...trained.weights.values()]
      : [...trained.adapter.modules.values()].flatMap(({ a, b }) => [a, b]);
  return Buffer.concat(weights.map(({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength)));
}

/** Stops a training after a step, and returns the state that was saved. */
async function stopAfter(step: number, mode: 'full' | 'lora'): Promise<TrainingState> {
  const abort = new AbortController();
  const saved: TrainingState[] = [];
  const call = train(
    { mode },
    {
      signal: abort.signal,
      onProgress: (progress) => {
        if (progress.step === step) abort.abort();
      },
      keeper: { isDue: () => false, save: (state) => Promise.resolve(void saved.push(state)) },
    },
  );
  await expect(call).rejects.toThrow(
    new IncompleteRunError(
      `Training was stopped after ${step} of 6 steps. Run the same command again to go on from there.`,
    ),
  );
  const [state] = saved;
  if (state === undefined || saved.length > 1)
    throw new TypeError(`Expected one state, got ${saved.length}.`);
  return state;
}

describe('fineTune()', () => {
  it.each(['full', 'lora'] as const)('takes the steps that PyTorch takes: %s', async (mode) => {
    const steps: TrainingProgress[] = [];
    await train({ mode }, { onProgress: (progress) => void steps.push(progress) });
    expect(steps).toHaveLength(6);
    for (const [index, { loss, gradientNorm }] of steps.entries()) {
      expect(loss).toBeCloseTo(TORCH[mode].losses[index] ?? Number.NaN, 5);
      expect(gradientNorm).toBeCloseTo(TORCH[mode].norms[index] ?? Number.NaN, 5);
    }
  });

  it('tells what the training came to', async () => {
    const { training } = await train({ steps: null, epochs: 4, rowsPerStep: 2 });
    expect(training).toMatchObject({ steps: 6, rows: 3, trainableParameters: 5520, threads: 1 });
    const tokens = ROWS.map(({ messages }) => base.tokenizer.encodeTraining(messages).ids.length);
    expect(training.tokens).toBe(4 * tokens.reduce((sum, count) => sum + count, 0));
    expect(training.finalLoss).toBeGreaterThan(3);
    expect(training.finalLoss).toBeLessThan(4.6);
  });

  it.each(['full', 'lora'] as const)(
    'gives the same bits again, and others from another seed: %s',
    async (mode) => {
      const small = { mode, rowsPerStep: 1 };
      const first = bytesOf(await train(small));
      expect(bytesOf(await train(small)).equals(first)).toBe(true);
      expect(bytesOf(await train({ ...small, seed: 2 })).equals(first)).toBe(false);
    },
  );

  it.each(['full', 'lora'] as const)(
    'gives the same bits after an interruption at any step: %s',
    async (mode) => {
      const whole = await train({ mode });
      for (const step of [1, 4]) {
        const resumed = await train({ mode }, { resume: await stopAfter(step, mode) });
        expect(bytesOf(resumed).equals(bytesOf(whole))).toBe(true);
        expect(resumed.training).toEqual(whole.training);
      }
    },
  );

  it('compiles once for models of one shape, and gives each the bits that it has alone', async () => {
    const alone = bytesOf(await train({ seed: 2 }));
    const create = jest.spyOn(TrainingSession, 'create');
    const sessions = new SessionPool();
    const first = await train({}, { sessions });
    const before = bytesOf(first);
    expect(bytesOf(await train({ seed: 2 }, { sessions })).equals(alone)).toBe(true);
    expect(create).toHaveBeenCalledTimes(1);
    expect(bytesOf(first).equals(before)).toBe(true);
    await sessions.dispose();
    create.mockRestore();
  });

  it('leaves the base as it was', async () => {
    const before = structuredClone(base.weights);
    await train({ mode: 'full' });
    await train({ mode: 'lora' });
    expect(base.weights).toEqual(before);
  });

  it('saves when a save is due, and once more at the end of a training that was saved', async () => {
    const saved: number[] = [];
    let asked = 0;
    const keeper = {
      isDue: () => ++asked === 2,
      save: ({ step }: TrainingState) => Promise.resolve(void saved.push(step)),
    };
    await train({}, { keeper });
    expect(saved).toEqual([2, 6]);
  });

  it('takes no step where all were taken', async () => {
    const whole = await train();
    const saved: TrainingState[] = [];
    let asked = 0;
    const keeper = {
      isDue: () => ++asked === 6,
      save: (state: TrainingState) => Promise.resolve(void saved.push(state)),
    };
    await train({}, { keeper });
    const onProgress = jest.fn();
    const resumed = await train({}, { resume: saved[0] ?? null, onProgress });
    expect(onProgress).not.toHaveBeenCalled();
    expect(resumed.training).toEqual(whole.training);
    expect(bytesOf(resumed).equals(bytesOf(whole))).toBe(true);
  });

  it('says that nothing was saved where nobody keeps the state', async () => {
    const call = train({}, { signal: AbortSignal.abort() });
    await expect(call).rejects.toThrow(
      new IncompleteRunError('Training was stopped after 0 of 6 steps. Nothing was saved: start it again.'),
    );
  });

  it('stops at a loss that is no number, and says what to change', async () => {
    const norm = { shape: [16], data: new Float32Array(16).fill(Number.NaN) };
    const broken = { ...base, weights: new Map([...base.weights, ['model.norm.weight', norm]]) };
    const call = train({}, { base: broken });
    await expect(call).rejects.toThrow(ConfigError);
    expect(await messageOf(() => train({}, { base: broken }))).toBe(
      'Training diverged at step 1: expected a finite loss and gradient norm, got NaN and NaN. ' +
        'Lower `learningRate` (0.02), or raise `warmupShare` (0.25).',
    );
  });

  it('refuses a row that is longer than the context before anything is compiled', async () => {
    const create = jest.spyOn(TrainingSession, 'create');
    const long = {
      messages: [{ role: 'user', content: 'x'.repeat(200) } as const, ...(ROWS[0]?.messages.slice(1) ?? [])],
    };
    expect(await messageOf(() => train({}, { rows: [...ROWS, long] }))).toBe(
      'Training rows do not fit the model (1 problem; rows count from 1):\n' +
        '  - row 4: expected at most 128 tokens, got 210. Shorten it.',
    );
    expect(create).not.toHaveBeenCalled();
    create.mockRestore();
  });
});
