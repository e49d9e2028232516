import { describe, expect, it } from '@jest/globals';
import { FINE_TUNE_DEFAULTS } from '../../src/config/fine-tune-defaults.js';
import { weightShapes } from '../../src/engine/weight-shapes.js';
import { planTraining } from '../../src/trainers/training-plan.js';
import { createTinyBase, TINY_BASE_CONFIG } from './tiny-base.js';

const base = createTinyBase();
const FULL = { ...FINE_TUNE_DEFAULTS.pocket, seed: 1 };
const LORA = { ...FULL, mode: 'lora', loraRank: 4, loraAlpha: 6, loraModules: ['v_proj'] } as const;

describe('planTraining()', () => {
  it('trains every weight from where the base left it', () => {
    const { graph, initialParameters } = planTraining(base, FULL, 30);
    expect([...graph.trainable.offsets.keys()]).toEqual([...weightShapes(TINY_BASE_CONFIG).keys()]);
    expect(graph.frozen.size).toBe(0);
    expect(graph.lowRank).toBeNull();
    expect(graph.trainable.unflatten(initialParameters)).toEqual(base.weights);
  });

  it('trains the low-rank factors alone and feeds the rest, scaled by alpha / rank', () => {
    const { graph, initialParameters } = planTraining(base, LORA, 30);
    const layers = [0, 1].map((layer) => `model.layers.${layer}.self_attn.v_proj`);
    expect([...graph.trainable.offsets.keys()]).toEqual(
      layers.flatMap((layer) => [`${layer}.lora_A.weight`, `${layer}.lora_B.weight`]),
    );
    expect(graph.frozen).toEqual(weightShapes(TINY_BASE_CONFIG));
    expect(graph.lowRank).toEqual({ scale: 1.5, modules: new Set(layers) });
    expect(initialParameters).toHaveLength(2 * (4 * 16 + 8 * 4));
  });

  it('lets the embedding of a token learn at a rate of its own, and passes over tokens that the model lacks', () => {
    const settings = { ...FULL, learningRate: 1e-3, tokenLearningRates: { '<|user|>': 1e-2, absent: 1 } };
    const { graph } = planTraining(base, settings, 30);
    expect(graph.optimizer.scaledRows).toEqual([
      { weight: 'model.embed_tokens.weight', row: base.tokenizer.tokenId('<|user|>'), scale: 10 },
    ]);
  });

  it.each([
    [30, 256],
    [256, 256],
    [257, 512],
    [900, 1000],
  ])('compiles one graph for rows of similar length, within the context: %d tokens', (longest, expected) => {
    const config = { ...TINY_BASE_CONFIG, maxPositions: 1000 };
    expect(planTraining({ ...base, config }, FULL, longest).graph.maxTokens).toBe(expected);
  });
});
