import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InsufficientDataError } from '../../src/errors.js';
import { mean, standardDeviation } from '../../src/stats/mean.js';
import { reference, relativeError } from './reference.js';

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 30 });

describe('mean()', () => {
  it.each(reference.moments)('agrees with NumPy on $values', ({ values: sample, mean: expected }) => {
    expect(relativeError(mean(sample), expected)).toBeLessThan(1e-9);
  });

  it('is exactly the value when all are equal', () => {
    expect(mean([0.1, 0.1, 0.1])).toBe(0.1);
  });

  it('lies between the smallest and the largest value', () => {
    fc.assert(
      fc.property(values, (sample) => {
        expect(mean(sample)).toBeGreaterThanOrEqual(Math.min(...sample) - 1e-9);
        expect(mean(sample)).toBeLessThanOrEqual(Math.max(...sample) + 1e-9);
      }),
    );
  });

  it('throws without values', () => {
    expect(() => mean([])).toThrow(InsufficientDataError);
    expect(() => mean([])).toThrow('`mean` needs at least 1 values, got 0.');
  });

  it('throws on a value that is not finite', () => {
    expect(() => mean([1, NaN])).toThrow(
      new RangeError('Expected `values` to hold finite numbers, got NaN at index 1.'),
    );
  });
});

describe('standardDeviation()', () => {
  it.each(reference.moments)(
    'agrees with NumPy on $values',
    ({ values: sample, standardDeviation: expected }) => {
      expect(relativeError(standardDeviation(sample), expected)).toBeLessThan(1e-9);
    },
  );

  it('is exactly 0 when all values are equal', () => {
    expect(standardDeviation([0.1, 0.1, 0.1])).toBe(0);
  });

  it('does not change when the values are shifted', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: -1000, max: 1000 }), (sample, shift) => {
        const shifted = standardDeviation(sample.map((value) => value + shift));
        expect(Math.abs(shifted - standardDeviation(sample))).toBeLessThan(1e-8);
      }),
    );
  });

  it('throws on a single value', () => {
    expect(() => standardDeviation([1])).toThrow(new InsufficientDataError('standardDeviation', 2, 1));
  });
});
