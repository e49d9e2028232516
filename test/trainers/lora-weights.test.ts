import { describe, expect, it } from '@jest/globals';
import { initialLoraWeights, toLoraAdapter } from '../../src/trainers/lora-weights.js';
import { TINY_BASE_CONFIG } from './tiny-base.js';

const SETTINGS = { loraRank: 3, loraAlpha: 6, loraModules: ['q_proj', 'down_proj'], seed: 1 } as const;

describe('initialLoraWeights()', () => {
  it('makes two factors for each named layer, A (rank, in) and B (out, rank)', () => {
    const weights = initialLoraWeights(TINY_BASE_CONFIG, SETTINGS);
    expect([...weights].map(([name, { shape }]) => `${name} ${shape.join('x')}`)).toEqual([
      'model.layers.0.self_attn.q_proj.lora_A.weight 3x16',
      'model.layers.0.self_attn.q_proj.lora_B.weight 16x3',
      'model.layers.0.mlp.down_proj.lora_A.weight 3x24',
      'model.layers.0.mlp.down_proj.lora_B.weight 16x3',
      'model.layers.1.self_attn.q_proj.lora_A.weight 3x16',
      'model.layers.1.self_attn.q_proj.lora_B.weight 16x3',
      'model.layers.1.mlp.down_proj.lora_A.weight 3x24',
      'model.layers.1.mlp.down_proj.lora_B.weight 16x3',
    ]);
  });

  it('draws A uniformly within 1/√in and leaves B zero, so that training starts at the base', () => {
    const weights = initialLoraWeights(
      { ...TINY_BASE_CONFIG, width: 256, headWidth: 64 },
      { ...SETTINGS, loraRank: 64 },
    );
    const a = weights.get('model.layers.0.self_attn.q_proj.lora_A.weight')?.data ?? new Float32Array();
    const b = weights.get('model.layers.0.self_attn.q_proj.lora_B.weight')?.data ?? new Float32Array();
    const bound = 1 / 16;
    const variance = a.reduce((sum, value) => sum + value ** 2, 0) / a.length;
    expect(Math.max(...a.map(Math.abs))).toBeLessThanOrEqual(bound);
    // A uniform variable in ±c has variance c²/3; 16,384 draws put the mean square within 3 % of it.
    expect(variance / (bound ** 2 / 3)).toBeGreaterThan(0.97);
    expect(variance / (bound ** 2 / 3)).toBeLessThan(1.03);
    expect(b.every((value) => value === 0)).toBe(true);
  });

  it('draws one layer the same whichever others are trained', () => {
    const both = initialLoraWeights(TINY_BASE_CONFIG, SETTINGS);
    const one = initialLoraWeights(TINY_BASE_CONFIG, { ...SETTINGS, loraModules: ['down_proj'] });
    const name = 'model.layers.1.mlp.down_proj.lora_A.weight';
    expect(one.get(name)).toEqual(both.get(name));
    expect(one.size).toBe(both.size / 2);
  });
});

describe('toLoraAdapter()', () => {
  it('pairs the factors of each layer', () => {
    const weights = initialLoraWeights(TINY_BASE_CONFIG, SETTINGS);
    const adapter = toLoraAdapter(weights, SETTINGS, 'abc');
    expect(adapter).toMatchObject({ rank: 3, alpha: 6, scale: 2, baseSha256: 'abc' });
    expect([...adapter.modules.keys()]).toHaveLength(4);
    expect(adapter.modules.get('model.layers.0.mlp.down_proj')).toEqual({
      a: weights.get('model.layers.0.mlp.down_proj.lora_A.weight'),
      b: weights.get('model.layers.0.mlp.down_proj.lora_B.weight'),
    });
  });

  it('refuses half a pair', () => {
    const weights = initialLoraWeights(TINY_BASE_CONFIG, SETTINGS);
    weights.delete('model.layers.0.mlp.down_proj.lora_B.weight');
    expect(() => toLoraAdapter(weights, SETTINGS, 'abc')).toThrow(
      new RangeError('Expected both factors of `model.layers.0.mlp.down_proj`, got one.'),
    );
  });
});
