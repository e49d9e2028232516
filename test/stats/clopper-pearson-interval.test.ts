import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InsufficientDataError } from '../../src/errors.js';
import { clopperPearsonInterval } from '../../src/stats/clopper-pearson-interval.js';
import { binomialCoefficient } from '../../src/stats/minimum-p-value.js';
import { reference, relativeError } from './reference.js';

describe('clopperPearsonInterval()', () => {
  it.each(reference.shares)('agrees with SciPy at $hits of $trials, level $level', (share) => {
    const { lower, upper } = clopperPearsonInterval(share.hits, share.trials, share.level);
    expect(relativeError(lower, share.clopperPearson.lower)).toBeLessThan(1e-9);
    expect(relativeError(upper, share.clopperPearson.upper)).toBeLessThan(1e-9);
  });

  it('covers every share at least as often as its level says', () => {
    const trials = 12;
    const intervals = Array.from({ length: trials + 1 }, (_, hits) =>
      clopperPearsonInterval(hits, trials, 0.9),
    );
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (share) => {
        let coverage = 0;
        for (const [hits, { lower, upper }] of intervals.entries()) {
          const chance = binomialCoefficient(trials, hits) * share ** hits * (1 - share) ** (trials - hits);
          if (lower <= share && share <= upper) coverage += chance;
        }
        expect(coverage).toBeGreaterThanOrEqual(0.9);
      }),
    );
  });

  it('mirrors when hits and misses change places', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), (hits, misses) => {
        const trials = Math.max(1, hits + misses);
        const mirrored = clopperPearsonInterval(trials - hits, trials);
        expect(clopperPearsonInterval(hits, trials).lower).toBeCloseTo(1 - mirrored.upper, 12);
      }),
      { numRuns: 30 },
    );
  });

  it('ends exactly at 0 without hits and exactly at 1 without misses', () => {
    expect(clopperPearsonInterval(0, 7).lower).toBe(0);
    expect(clopperPearsonInterval(7, 7).upper).toBe(1);
  });

  it('throws without trials and on a share above 1', () => {
    expect(() => clopperPearsonInterval(0, 0)).toThrow(
      new InsufficientDataError('clopperPearsonInterval', 1, 0),
    );
    expect(() => clopperPearsonInterval(3, 2)).toThrow(
      new RangeError('Expected `hits` to be at most `trials` (2), got 3.'),
    );
  });
});
