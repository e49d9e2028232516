import { describe, expect, it } from '@jest/globals';
import { mergeAdapter, mergeAdapterInPlace } from '../../src/engine/merge-adapter.js';
import { randomAdapter, randomWeights, TINY_CONFIG } from './random-checkpoint.js';
import { messageOf } from './temporary-folder.js';

describe('mergeAdapter()', () => {
  it('adds scale * B A to the weight', () => {
    const weights = new Map([['m.weight', { shape: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) }]]);
    const a = { shape: [2, 3], data: Float32Array.of(1, 0, 2, 0, 1, 1) };
    const b = { shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) };
    const merged = mergeAdapter(weights, {
      rank: 2,
      alpha: 1,
      scale: 0.5,
      modules: new Map([['m', { a, b }]]),
    });
    // B A = [[1, 2, 4], [3, 4, 10]]
    expect(merged.get('m.weight')).toEqual({ shape: [2, 3], data: Float32Array.of(1.5, 3, 5, 5.5, 7, 11) });
  });

  it('leaves the base and untouched weights alone', () => {
    const weights = randomWeights(TINY_CONFIG, 1);
    const merged = mergeAdapter(weights, randomAdapter(TINY_CONFIG, 2, '0.self_attn.q_proj'));
    expect(weights).toEqual(randomWeights(TINY_CONFIG, 1));
    expect([...merged.keys()]).toEqual([...weights.keys()]);
    const changed = [...merged]
      .filter(([name, weight]) => weight !== weights.get(name))
      .map(([name]) => name);
    expect(changed).toEqual(['model.layers.0.self_attn.q_proj.weight']);
  });

  it('changes nothing where B is zero', () => {
    const weights = randomWeights(TINY_CONFIG, 1);
    const adapter = randomAdapter(TINY_CONFIG, 2);
    for (const { b } of adapter.modules.values()) b.data.fill(0);
    expect(new Map(mergeAdapter(weights, adapter))).toEqual(weights);
  });

  it('refuses an adapter that does not fit', async () => {
    const adapter = randomAdapter({ ...TINY_CONFIG, width: 10 }, 2, '1.mlp.up_proj');
    expect(await messageOf(() => mergeAdapter(randomWeights(TINY_CONFIG, 1), adapter))).toBe(
      'Expected the factors of `model.layers.1.mlp.up_proj` to fit its weight, got other shapes.',
    );
  });
});

describe('mergeAdapterInPlace()', () => {
  it('gives the bits of mergeAdapter() in the memory of the base', () => {
    const weights = randomWeights(TINY_CONFIG, 1);
    const memory = new Map([...weights].map(([name, { data }]) => [name, data]));
    const adapter = randomAdapter(TINY_CONFIG, 2);
    const merged = mergeAdapter(weights, adapter);
    mergeAdapterInPlace(weights, adapter);
    expect(weights).toEqual(new Map(merged));
    for (const [name, { data }] of weights) expect(data).toBe(memory.get(name));
  });
});
