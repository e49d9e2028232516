import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packRows } from '../../src/engine/pack-rows.js';

const row = fc
  .array(fc.record({ id: fc.nat(99), weight: fc.constantFrom(0, 0.5, 1) }), { minLength: 2, maxLength: 9 })
  .map((tokens) => ({ ids: tokens.map(({ id }) => id), weights: tokens.map(({ weight }) => weight) }));
const rows = fc
  .array(row, { minLength: 1, maxLength: 12 })
  .filter((given) => given.some(({ weights }) => weights.slice(1).some((weight) => weight > 0)));

describe('packRows()', () => {
  it('predicts the tokens with a weight from the ones before them', () => {
    const batch = packRows([{ ids: [5, 6, 7, 8], weights: [1, 0, 3, 1] }], 6, 16);
    expect([...batch.rows].map(Number)).toEqual([1, 2]);
    expect([...batch.targets].map(Number)).toEqual([7, 8]);
    expect([...batch.weights]).toEqual([0.75, 0.25]);
    expect([batch.batch, batch.tokens, batch.usedTokens]).toEqual([1, 6, 4]);
  });

  it('marks the tokens that are only read, wherever their row is laid', () => {
    const rows = [
      { ids: [5, 6, 7], weights: [0, 0, 1], readOnlyToken: 1 },
      { ids: [6, 8, 9, 6], weights: [0, 0, 0, 1] },
    ];
    const { ids, learning } = packRows(rows, 8, 16);
    const readOnly = [...learning.keys()].filter((place) => learning[place] === 0);
    expect(readOnly.map((place) => Number(ids[place]))).toEqual([6]);
    expect(Number(ids[(readOnly[0] ?? 0) - 1])).toBe(5);
  });

  it('predicts each weighted token once, by the token before it in its row', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const batch = packRows(given, 12, 32);
        const pairs = [...batch.rows].map((place, index) => [
          Number(batch.ids[Number(place)]),
          Number(batch.targets[index]),
        ]);
        const expected = given.flatMap(({ ids, weights }) =>
          ids.slice(1).flatMap((id, index) => ((weights[index + 1] ?? 0) > 0 ? [[ids[index], id]] : [])),
        );
        expect(pairs.map(String).sort()).toEqual(expected.map(String).sort());
        expect(new Set(batch.rows).size).toBe(batch.rows.length);
        expect(batch.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
      }),
    );
  });

  it('makes lines as long as the longest row needs', () => {
    expect(packRows([{ ids: [1, 2, 3, 4, 5], weights: [0, 0, 0, 0, 1] }], 3, 8).tokens).toBe(5);
    expect(packRows([{ ids: [1, 2], weights: [0, 1] }], 64, 8).tokens).toBe(8);
  });

  it('refuses rows that cannot be packed whole, and rows without weight', () => {
    const weights = [0, 1, 1];
    expect(() => packRows([{ ids: [1, 2, 3], weights }], 8, 2)).toThrow(
      new RangeError('Expected row 0 to have 2 to 2 tokens, got 3.'),
    );
    expect(() => packRows([{ ids: [1], weights }], 8, 8)).toThrow(
      new RangeError('Expected row 0 to have 2 to 8 tokens, got 1.'),
    );
    expect(() => packRows([{ ids: [1, 2], weights: [1, 0] }], 8, 8)).toThrow(
      new RangeError('Expected at least one token with a weight above 0, got none.'),
    );
  });
});
