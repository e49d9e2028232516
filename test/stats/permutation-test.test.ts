import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InsufficientDataError } from '../../src/errors.js';
import { createRandom } from '../../src/random.js';
import { permutationTest } from '../../src/stats/permutation-test.js';
import { reference, relativeError } from './reference.js';

const random = createRandom(1);
const arm = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 5 });

describe('permutationTest()', () => {
  it.each(reference.permutation)(
    'agrees with all assignments in exact arithmetic on $suspect and $control',
    ({ suspect, control, pValue, permutations }) => {
      const result = permutationTest(suspect, control, { random });
      expect(relativeError(result.pValue, pValue)).toBeLessThan(1e-9);
      expect(result).toMatchObject({ method: 'exact', permutations });
    },
  );

  it.each(reference.permutation)(
    'comes near the exact p by Monte Carlo on $suspect and $control',
    ({ suspect, control, pValue }) => {
      const result = permutationTest(suspect, control, { random: createRandom(3), maxExact: 0 });
      const standardError = Math.sqrt((pValue * (1 - pValue)) / 9_999) + 1e-4;
      expect(Math.abs(result.pValue - pValue)).toBeLessThan(4 * standardError);
      expect(result).toMatchObject({ method: 'monte-carlo', permutations: 9_999 });
    },
  );

  it('reaches its minimum, and no less, when the arms are apart', () => {
    expect(permutationTest([5, 6, 7, 8], [1, 2, 3, 4], { random })).toEqual({
      pValue: 2 / 70,
      minimumPValue: 2 / 70,
      method: 'exact',
      permutations: 70,
    });
    expect(permutationTest([9], [1, 2, 3], { random }).pValue).toBe(1 / 4);
  });

  it('does not depend on the order within an arm, nor on which arm is which', () => {
    fc.assert(
      fc.property(arm, arm, (suspect, control) => {
        const { pValue } = permutationTest(suspect, control, { random });
        expect(permutationTest(control, suspect, { random }).pValue).toBe(pValue);
        expect(permutationTest(suspect.toReversed(), control, { random }).pValue).toBe(pValue);
      }),
    );
  });

  it('keeps its ties when the values are shifted and scaled into fractions that no double holds', () => {
    fc.assert(
      fc.property(arm, arm, (suspect, control) => {
        const move = (value: number): number => 1000.1 + value * 0.1;
        const { pValue } = permutationTest(suspect, control, { random });
        expect(permutationTest(suspect.map(move), control.map(move), { random }).pValue).toBe(pValue);
      }),
    );
  });

  it('lies between its minimum and 1', () => {
    fc.assert(
      fc.property(arm, arm, fc.constantFrom(0, 20_000), (suspect, control, maxExact) => {
        const options = { random: createRandom(2), maxExact, resamples: 99 };
        const { pValue, minimumPValue } = permutationTest(suspect, control, options);
        expect(pValue).toBeGreaterThanOrEqual(minimumPValue);
        expect(pValue).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('rejects a true null no more often than alpha, over all assignments of one set of values', () => {
    const values = [0.3, 0.7, 0.1, 0.9, 0.4, 0.6, 0.5];
    const pValues = values.flatMap((first, i) =>
      values.slice(i + 1).flatMap((second, j) =>
        values.slice(i + j + 2).map((third) => {
          const suspect = [first, second, third];
          const control = values.filter((value) => !suspect.includes(value));
          return permutationTest(suspect, control, { random }).pValue;
        }),
      ),
    );
    expect(pValues).toHaveLength(35);
    for (const alpha of [1 / 35, 0.05, 0.1, 0.3, 0.8]) {
      expect(pValues.filter((pValue) => pValue <= alpha).length / 35).toBeLessThanOrEqual(alpha);
    }
  });

  it('is 1 when all values are equal', () => {
    expect(permutationTest([0.1, 0.1], [0.1, 0.1, 0.1], { random }).pValue).toBe(1);
  });

  it('is never 0 by Monte Carlo, and gives the same p for the same seed', () => {
    const suspect = Array.from({ length: 20 }, (_, index) => 100 + index);
    const control = Array.from({ length: 20 }, (_, index) => index);
    const run = () => permutationTest(suspect, control, { random: createRandom(5), resamples: 199 });
    expect(run()).toEqual({
      pValue: 1 / 200,
      minimumPValue: 1 / 200,
      method: 'monte-carlo',
      permutations: 199,
    });
    expect(run()).toEqual(run());
  });

  it('claims by Monte Carlo no p that the sizes do not allow', () => {
    const result = permutationTest([3, 4], [1, 2], { random, maxExact: 0 });
    expect(result.minimumPValue).toBe(1 / 3);
    expect(result.pValue).toBeGreaterThanOrEqual(1 / 3);
  });

  it('throws on an empty arm, on NaN and on options out of range', () => {
    expect(() => permutationTest([], [1], { random })).toThrow(
      new InsufficientDataError('permutationTest', 1, 0),
    );
    expect(() => permutationTest([1], [], { random })).toThrow(
      new InsufficientDataError('permutationTest', 1, 0),
    );
    expect(() => permutationTest([NaN], [1], { random })).toThrow(
      new RangeError('Expected `suspect` to hold finite numbers, got NaN at index 0.'),
    );
    expect(() => permutationTest([1], [1], { random, resamples: 0 })).toThrow(
      new RangeError('Expected `resamples` to be an integer of at least 1, got 0.'),
    );
    expect(() => permutationTest([1], [1], { random, maxExact: -1 })).toThrow(
      new RangeError('Expected `maxExact` to be an integer of at least 0, got -1.'),
    );
  });
});
