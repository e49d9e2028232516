import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InsufficientDataError } from '../../src/errors.js';
import { createRandom } from '../../src/random.js';
import { matchingPermutationTest } from '../../src/stats/matching-permutation-test.js';
import { recognitionMatrix, reference } from './reference.js';

const matrix = fc
  .integer({ min: 2, max: 5 })
  .chain((size) =>
    fc.array(fc.array(fc.nat(5), { minLength: size, maxLength: size }), { minLength: size, maxLength: size }),
  );

describe('matchingPermutationTest()', () => {
  it('gives 7 of 40,320 on Betley et al. 2025, Fig. 17', () => {
    expect(matchingPermutationTest(recognitionMatrix)).toEqual({
      pValue: 7 / 40_320,
      minimumPValue: 1 / 40_320,
      method: 'exact',
      permutations: 40_320,
    });
  });

  it.each(reference.matching)('agrees with all matchings in exact arithmetic on $matrix', (expected) => {
    const { pValue, permutations } = matchingPermutationTest(expected.matrix);
    expect(pValue).toBe(expected.hits / expected.permutations);
    expect(permutations).toBe(expected.permutations);
  });

  it('does not move when a row or a column is raised, or the matrix is transposed', () => {
    fc.assert(
      fc.property(matrix, (cells) => {
        const { pValue } = matchingPermutationTest(cells);
        const raised = cells.map((row, i) =>
          row.map((cell, j) => cell * 0.1 + (i === 0 ? 3.3 : 0) + (j === 1 ? 0.7 : 0)),
        );
        const transposed = cells.map((_, j) => cells.map((row) => row[j] ?? NaN));
        expect(matchingPermutationTest(raised).pValue).toBe(pValue);
        expect(matchingPermutationTest(transposed).pValue).toBe(pValue);
      }),
    );
  });

  it('lies between its minimum and 1', () => {
    fc.assert(
      fc.property(matrix, (cells) => {
        const { pValue, minimumPValue } = matchingPermutationTest(cells);
        expect(pValue).toBeGreaterThanOrEqual(minimumPValue);
        expect(pValue).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('draws matchings above 9 rows: never 0, and the same p for the same seed', () => {
    const identity = Array.from({ length: 10 }, (_, i) =>
      Array.from({ length: 10 }, (__, j) => Number(i === j)),
    );
    const run = () => matchingPermutationTest(identity, { random: createRandom(1), resamples: 999 });
    expect(run()).toEqual({ pValue: 0.001, minimumPValue: 0.001, method: 'monte-carlo', permutations: 999 });
    expect(run()).toEqual(run());
  });

  it('is 1 by either road when all cells are equal', () => {
    const flat = (size: number): number[][] =>
      Array.from({ length: size }, () => new Array<number>(size).fill(0.1));
    expect(matchingPermutationTest(flat(3)).pValue).toBe(1);
    expect(matchingPermutationTest(flat(10), { random: createRandom(1), resamples: 99 }).pValue).toBe(1);
  });

  it('throws on fewer than 2 rows, a ragged matrix, NaN, and missing chance', () => {
    expect(() => matchingPermutationTest([[1]])).toThrow(
      new InsufficientDataError('matchingPermutationTest', 2, 1),
    );
    expect(() => matchingPermutationTest([[1, 2], [3]])).toThrow(
      new RangeError('Expected `matrix[1]` to have 2 columns, got 1.'),
    );
    expect(() =>
      matchingPermutationTest([
        [1, 2],
        [3, NaN],
      ]),
    ).toThrow(new RangeError('Expected `matrix[1]` to hold finite numbers, got NaN at index 1.'));
    const large = Array.from({ length: 10 }, () => new Array<number>(10).fill(0));
    expect(() => matchingPermutationTest(large)).toThrow(
      new TypeError('Expected `random` for a matrix of more than 9 rows, got none.'),
    );
  });
});
