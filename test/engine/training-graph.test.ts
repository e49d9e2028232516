import { describe, expect, it } from '@jest/globals';
import { slopeError } from './finite-differences.js';
import { gradientSession } from './gradient-session.js';
import { TINY_CONFIG } from './random-checkpoint.js';
import { packTiny, ROWS, tinyTraining } from './tiny-training.js';

const LLAMA = { ...TINY_CONFIG, vocabSize: 10 };
const QWEN2 = { ...LLAMA, modelType: 'qwen2', attentionBias: true } as const;

describe('buildGradientGraph()', () => {
  it.each([
    ['two query heads a key/value head, an output matrix of its own', LLAMA, {}],
    [
      'one query head a key/value head, tied embeddings',
      { ...LLAMA, keyValueHeads: 4, tiedEmbeddings: true },
      {},
    ],
    ['one key/value head, biases', { ...QWEN2, keyValueHeads: 1 }, {}],
    [
      'a single layer, heads wider than the model',
      { ...QWEN2, layers: 1, headWidth: 6, tiedEmbeddings: true },
      {},
    ],
    ['a low-rank adapter on every linear layer of a frozen model', QWEN2, { rank: 2 }],
    ['frozen embeddings', LLAMA, { frozen: ['model.embed_tokens.weight'] }],
  ])('gives the gradient that finite differences measure: %s', async (_, config, choice) => {
    const { options, weights, parameters } = tinyTraining(config, choice);
    const run = await gradientSession(options, weights);
    const batch = packTiny(ROWS);
    const { gradient } = await run(parameters, batch);
    const loss = async (at: Float32Array): Promise<number> => (await run(at, batch)).loss;
    const errors = new Map<string, number>();
    for (const { name, offset, size } of options.trainable.entries) {
      const range = [offset, offset + size] as const;
      errors.set(name, await slopeError({ loss, at: parameters, gradient, range, seed: offset }));
    }
    for (const seed of [1, 2]) {
      errors.set(`all ${seed}`, await slopeError({ loss, at: parameters, gradient, seed }));
    }
    expect([...errors].filter(([, error]) => !(error < 2e-3))).toEqual([]);
  });
});
