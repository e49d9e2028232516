import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InsufficientDataError } from '../../src/errors.js';
import { auroc } from '../../src/stats/auroc.js';
import { delongInterval } from '../../src/stats/delong-interval.js';
import { reference, relativeError } from './reference.js';

const scores = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 2, maxLength: 12 });

describe('delongInterval()', () => {
  it.each(reference.roc)(
    'agrees with the definition over all pairs on $positives',
    ({ positives, negatives, ...roc }) => {
      const { lower, upper } = delongInterval(positives, negatives, roc.level);
      expect(relativeError(lower ?? NaN, roc.lower)).toBeLessThan(1e-9);
      expect(relativeError(upper ?? NaN, roc.upper)).toBeLessThan(1e-9);
    },
  );

  it('holds the area, stays in [0, 1] and is never a point', () => {
    fc.assert(
      fc.property(scores, scores, (positives, negatives) => {
        const { lower, upper } = delongInterval(positives, negatives);
        if (lower === null) return;
        const area = auroc(positives, negatives);
        expect(0 <= lower && lower < area && area < upper && upper <= 1).toBe(true);
      }),
    );
  });

  it('mirrors when the classes change places, and does not move under a monotone map', () => {
    fc.assert(
      fc.property(scores, scores, (positives, negatives) => {
        const interval = delongInterval(positives, negatives);
        const exchanged = delongInterval(negatives, positives);
        expect(interval.lower === null).toBe(exchanged.upper === null);
        expect(interval.lower ?? 1).toBeCloseTo(1 - (exchanged.upper ?? 0), 10);
        expect(delongInterval(positives.map(Math.exp), negatives.map(Math.exp))).toEqual(interval);
      }),
    );
  });

  it.each([
    ['1', [2, 3, 4], [0, 1]],
    ['0', [0, 1], [2, 3, 4]],
    ['0.5 with all scores equal', [1, 1], [1, 1, 1]],
  ])('has null bounds at an area of %s', (_, positives, negatives) => {
    expect(delongInterval(positives, negatives)).toEqual({ lower: null, upper: null });
  });

  it('throws on a class of one, NaN, and a level that is none', () => {
    expect(() => delongInterval([1], [1, 2])).toThrow(new InsufficientDataError('delongInterval', 2, 1));
    expect(() => delongInterval([1, 2], [1])).toThrow(new InsufficientDataError('delongInterval', 2, 1));
    expect(() => delongInterval([1, NaN], [1, 2])).toThrow(
      new RangeError('Expected `positives` to hold finite numbers, got NaN at index 1.'),
    );
    expect(() => delongInterval([1, 2], [1, 2], 1)).toThrow(
      new RangeError('Expected `level` to be a fraction in [0.5, 1), got 1.'),
    );
  });
});
