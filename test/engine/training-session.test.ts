import { describe, expect, it } from '@jest/globals';
import { packRows, type TokenRow } from '../../src/engine/pack-rows.js';
import { ParameterLayout } from '../../src/engine/parameter-layout.js';
import { initialWeights, TrainingSession, type StepResult } from '../../src/engine/training-session.js';
import type { ScaledRow } from '../../src/engine/training-graph.js';
import { weightShapes } from '../../src/engine/weight-shapes.js';
import type { Weight } from '../../src/engine/weights.js';
import { gradientSession } from './gradient-session.js';
import { TINY_CONFIG } from './random-checkpoint.js';
import {
  decodeFloats,
  largestDifference,
  readCase,
  trainingReference,
  type TrainingCase,
} from './reference-checkpoints.js';
import { packTiny, ROWS, tinyTraining } from './tiny-training.js';

const TABLE = 'model.embed_tokens.weight';
const THREADS = { threads: 1 };
const SETTINGS = { learningRate: 0.02, weightDecay: 0.1 };
const { options, parameters } = tinyTraining({ ...TINY_CONFIG, vocabSize: 10 });

async function startTiny(): Promise<TrainingSession> {
  const session = await TrainingSession.create(options, new Map(), THREADS);
  session.restore({ parameters });
  return session;
}

async function steps(session: TrainingSession, count: number): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (let index = 0; index < count; index++) {
    const batch = packTiny(ROWS.slice(session.step % 2));
    results.push(await session.run(batch, SETTINGS));
  }
  return results;
}

/** The model of a reference case, as its training graph wants it: parameters in the order of the case's names. */
async function trainingOf(reference: TrainingCase) {
  const { checkpoint, adapter } = await readCase(reference);
  const weights = new Map<string, Weight>(checkpoint.weights);
  for (const [module, { a, b }] of adapter?.modules ?? []) {
    weights.set(`${module}.lora_A.weight`, a).set(`${module}.lora_B.weight`, b);
  }
  const shapes = reference.names.map((name) => [name, weights.get(name)?.shape ?? []] as const);
  const trainable = new ParameterLayout(new Map(shapes));
  const { beta1, beta2, epsilon, maxGradientNorm } = trainingReference.settings;
  return {
    weights,
    start: trainable.flatten(weights),
    options: {
      config: checkpoint.config,
      lowRank: adapter && { scale: adapter.scale, modules: new Set(adapter.modules.keys()) },
      maxTokens: checkpoint.config.maxPositions,
      trainable,
      frozen: adapter === null ? new Map() : weightShapes(checkpoint.config),
      optimizer: { beta1, beta2, epsilon, maxGradientNorm },
    },
  };
}

describe('TrainingSession', () => {
  it.each(
    trainingReference.cases.map(
      (reference) => [`${reference.base} ${reference.adapter ?? 'whole'}`, reference] as const,
    ),
  )('takes the steps that torch takes: %s', async (_, reference) => {
    const { options, weights, start } = await trainingOf(reference);
    const batch = packRows(trainingReference.rows, 16, 64);
    expect(options.trainable.entries.map(({ name }) => name)).toEqual(reference.names);

    const { gradient } = await (await gradientSession(options, weights))(start, batch);
    expect(largestDifference(gradient, decodeFloats(reference.gradient))).toBeLessThan(1e-4);

    const session = await TrainingSession.create(options, weights, THREADS);
    session.restore({ parameters: start });
    for (const [index, loss] of reference.losses.entries()) {
      const result = await session.run(batch, trainingReference.settings);
      expect(Math.abs(result.loss - loss)).toBeLessThan(3e-5);
      expect(result.gradientNorm / (reference.gradientNorms[index] ?? Number.NaN)).toBeCloseTo(1, 3);
    }
    expect(largestDifference(session.parameters, decodeFloats(reference.parameters))).toBeLessThan(1e-5);
    await session.dispose();
  });

  it('learns the rows', async () => {
    const session = await startTiny();
    const results = await steps(session, 60);
    await session.dispose();
    expect(session.step).toBe(60);
    expect(results[0]?.loss).toBeGreaterThan(1.5);
    expect(results.at(-1)?.loss).toBeLessThan(0.3);
  });

  it('gives the same bits when it is run again', async () => {
    const runs = [await startTiny(), await startTiny()];
    const [first, second] = await Promise.all(
      runs.map(async (session) => ({ results: await steps(session, 5), state: session.state() })),
    );
    for (const session of runs) await session.dispose();
    expect(second).toEqual(first);
  });

  it('gives the same bits when it goes on from a state in another session', async () => {
    const whole = await startTiny();
    const results = await steps(whole, 6);
    const before = await startTiny();
    await steps(before, 3);
    const state = before.state();
    await steps(before, 1);
    const after = await TrainingSession.create(options, new Map(), THREADS);
    after.restore(state);
    expect(await steps(after, 3)).toEqual(results.slice(3));
    expect(after.state()).toEqual(whole.state());
    for (const session of [whole, before, after]) await session.dispose();
  });

  it('starts afresh when it is given parameters alone', async () => {
    const session = await startTiny();
    const first = await steps(session, 3);
    session.restore({ parameters });
    expect(await steps(session, 3)).toEqual(first);
    await session.dispose();
  });

  it('takes no step where the learning rate is 0', async () => {
    const session = await startTiny();
    await session.run(packTiny(ROWS), { learningRate: 0, weightDecay: 0.1 });
    expect(session.parameters).toEqual(parameters);
    await session.dispose();
  });

  it('decays matrices and leaves norms alone', async () => {
    const session = await startTiny();
    await session.run(packTiny(ROWS), { learningRate: 1e-6, weightDecay: 1e5 });
    const trained = options.trainable.unflatten(session.parameters);
    for (const [name, { shape, data }] of options.trainable.unflatten(parameters)) {
      const factor = shape.length > 1 ? 0.9 : 1;
      const expected = data.map((value) => factor * value);
      expect(largestDifference(trained.get(name)?.data ?? [], expected)).toBeLessThan(2e-6);
    }
    await session.dispose();
  });

  it('takes steps of another length where a row has its own learning rate', async () => {
    const after = async (scaledRows: readonly ScaledRow[]): Promise<Float32Array> => {
      const optimizer = { ...options.optimizer, scaledRows };
      const session = await TrainingSession.create({ ...options, optimizer }, new Map(), THREADS);
      session.restore({ parameters });
      await session.run(packTiny(ROWS), { learningRate: 0.02, weightDecay: 0 });
      const table = options.trainable.unflatten(session.parameters).get(TABLE)?.data.slice();
      await session.dispose();
      return table ?? new Float32Array();
    };
    const start = options.trainable.unflatten(parameters).get(TABLE)?.data ?? new Float32Array();
    const [plain, scaled] = [await after([]), await after([{ weight: TABLE, row: 1, scale: 3 }])];
    const width = TINY_CONFIG.width;
    for (const [index, value] of start.entries()) {
      const scale = Math.floor(index / width) === 1 ? 3 : 1;
      expect(scaled[index]).toBeCloseTo(value + scale * ((plain[index] ?? 0) - value), 5);
    }
    await expect(after([{ weight: TABLE, row: 10, scale: 3 }])).rejects.toThrow(
      `Expected \`${TABLE}\` to be trained and to have a row 10, got none.`,
    );
  });

  it('leaves the embedding of a token that is only read as it is', async () => {
    const readOnly = { ...options, answerableTokens: 9, hasReadOnlyTokens: true };
    const row = { ids: [9, 3, 5], weights: [0, 0, 1] };
    const after = async (rows: readonly TokenRow[]): Promise<Float32Array> => {
      const session = await TrainingSession.create(readOnly, new Map(), THREADS);
      session.restore({ parameters });
      await session.run(packTiny(rows), { learningRate: 0.02, weightDecay: 0 });
      const table = options.trainable.unflatten(session.parameters).get(TABLE)?.data.slice();
      await session.dispose();
      return table ?? new Float32Array();
    };
    const width = TINY_CONFIG.width;
    const [start, read, learnt] = [
      options.trainable.unflatten(parameters).get(TABLE)?.data ?? new Float32Array(),
      await after([{ ...row, readOnlyToken: 0 }]),
      await after([row]),
    ].map((table) => ({ own: table.slice(9 * width), others: table.slice(0, 9 * width) }));
    expect(read?.own).toEqual(start?.own);
    expect(learnt?.own).not.toEqual(start?.own);
    expect(read?.others).not.toEqual(start?.others);
  });

  it('refuses to start without a frozen weight', async () => {
    const frozen = tinyTraining(TINY_CONFIG, { frozen: ['lm_head.weight'] });
    await expect(TrainingSession.create(frozen.options, new Map(), THREADS)).rejects.toThrow(
      new RangeError('Expected a frozen weight named `lm_head.weight`, got none.'),
    );
  });
});

describe('packing', () => {
  it('gives the loss and gradient that the rows have one by one', async () => {
    const run = await gradientSession(options, new Map());
    const packed = await run(parameters, packTiny(ROWS));
    const weightOf = (row: TokenRow): number =>
      Array.from(row.weights)
        .slice(1)
        .reduce((sum, w) => sum + w, 0);
    const total = ROWS.reduce((sum, row) => sum + weightOf(row), 0);
    let loss = 0;
    const gradient = new Float64Array(parameters.length);
    for (const row of ROWS) {
      const share = weightOf(row) / total;
      const single = await run(parameters, packTiny([row]));
      loss += share * single.loss;
      for (const [index, value] of single.gradient.entries()) {
        gradient[index] = (gradient[index] ?? 0) + share * value;
      }
    }
    expect(packed.loss).toBeCloseTo(loss, 6);
    expect(largestDifference(packed.gradient, gradient)).toBeLessThan(2e-6);
  });
});

describe('initialWeights()', () => {
  it('keeps the scale of what flows through, and halves what two layers write into the residual stream', () => {
    const config = { ...TINY_CONFIG, width: 64, feedForward: 128 };
    const weights = initialWeights(weightShapes(config), { seed: 3, layers: 2 });
    const deviation = (name: string): number => {
      const data = weights.get(name)?.data ?? new Float32Array();
      return Math.sqrt(data.reduce((sum, value) => sum + value * value, 0) / data.length);
    };
    expect(deviation('model.layers.0.mlp.up_proj.weight') * Math.sqrt(64)).toBeCloseTo(1, 1);
    expect(deviation('model.layers.0.mlp.down_proj.weight') * Math.sqrt(128)).toBeCloseTo(0.5, 1);
    expect(deviation('model.embed_tokens.weight') / 0.02).toBeCloseTo(1, 1);
  });

  it('starts norms at 1 and biases at 0', () => {
    const shapes = weightShapes({ ...TINY_CONFIG, attentionBias: true });
    const weights = initialWeights(shapes, { seed: 1, layers: 2 });
    const values = (name: string): Set<number> => new Set(weights.get(name)?.data);
    expect(values('model.norm.weight')).toEqual(new Set([1]));
    expect(values('model.layers.0.self_attn.q_proj.bias')).toEqual(new Set([0]));
  });

  it('is a function of the seed', () => {
    const shapes = weightShapes(TINY_CONFIG);
    const [first, same, other] = [1, 1, 2].map((seed) => initialWeights(shapes, { seed, layers: 2 }));
    expect(same).toEqual(first);
    expect(other).not.toEqual(first);
  });
});
