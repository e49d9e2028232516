import { describe, expect, it } from '@jest/globals';
import { ParameterLayout } from '../../src/engine/parameter-layout.js';

const layout = new ParameterLayout(
  new Map([
    ['matrix', [2, 3]],
    ['norm', [2]],
  ]),
);

describe('ParameterLayout', () => {
  it('lays weights one after another', () => {
    expect(layout.size).toBe(8);
    expect(layout.entries.map(({ name, offset, size }) => [name, offset, size])).toEqual([
      ['matrix', 0, 6],
      ['norm', 6, 2],
    ]);
  });

  it('gives back views of what it flattened', () => {
    const norm = { data: Float32Array.of(7, 8) };
    const flat = layout.flatten(
      new Map([
        ['norm', norm],
        ['matrix', { data: Float32Array.of(1, 2, 3, 4, 5, 6) }],
      ]),
    );
    expect([...flat]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const views = layout.unflatten(flat);
    expect(views.get('norm')).toEqual({ shape: [2], data: Float32Array.of(7, 8) });
    flat[7] = 9;
    expect(views.get('norm')?.data[1]).toBe(9);
  });

  it('decays matrices alone', () => {
    expect([...layout.decayMask()]).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);
  });

  it('refuses weights that are missing or of another size', () => {
    const matrix = { data: new Float32Array(6) };
    expect(() => layout.flatten(new Map([['matrix', matrix]]))).toThrow(
      new RangeError('Expected `norm` to hold 2 numbers, got none.'),
    );
    expect(() => layout.flatten(new Map([['matrix', { data: new Float32Array(5) }]]))).toThrow(
      new RangeError('Expected `matrix` to hold 6 numbers, got 5.'),
    );
  });
});
