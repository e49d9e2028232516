import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InsufficientDataError } from '../../src/errors.js';
import { wilsonInterval } from '../../src/stats/wilson-interval.js';
import { reference, relativeError } from './reference.js';

describe('wilsonInterval()', () => {
  it.each(reference.shares)('agrees with SciPy at $hits of $trials, level $level', (share) => {
    const { lower, upper } = wilsonInterval(share.hits, share.trials, share.level);
    expect(relativeError(lower, share.wilson.lower)).toBeLessThan(1e-9);
    expect(relativeError(upper, share.wilson.upper)).toBeLessThan(1e-9);
  });

  const shares = fc
    .tuple(fc.nat(10_000), fc.nat(10_000), fc.double({ min: 0.5, max: 0.999999, noNaN: true }))
    .map(([hits, misses, level]) => ({ hits, trials: Math.max(1, hits + misses), level }));

  it('holds the share, stays in [0, 1] and is never a point', () => {
    fc.assert(
      fc.property(shares, ({ hits, trials, level }) => {
        const { lower, upper } = wilsonInterval(hits, trials, level);
        expect(0 <= lower && lower <= hits / trials && hits / trials <= upper && upper <= 1).toBe(true);
        expect(lower).toBeLessThan(upper);
      }),
    );
  });

  it('mirrors when hits and misses change places', () => {
    fc.assert(
      fc.property(shares, ({ hits, trials, level }) => {
        const mirrored = wilsonInterval(trials - hits, trials, level);
        expect(wilsonInterval(hits, trials, level).lower).toBeCloseTo(1 - mirrored.upper, 12);
      }),
    );
  });

  it('ends exactly at 0 without hits and exactly at 1 without misses', () => {
    expect(wilsonInterval(0, 7).lower).toBe(0);
    expect(wilsonInterval(7, 7).upper).toBe(1);
  });

  it('throws without trials', () => {
    expect(() => wilsonInterval(0, 0)).toThrow(InsufficientDataError);
    expect(() => wilsonInterval(0, 0)).toThrow('`wilsonInterval` needs at least 1 values, got 0.');
  });

  it.each([
    [-1, 5, 0.95, 'Expected `hits` to be an integer of at least 0, got -1.'],
    [1.5, 5, 0.95, 'Expected `hits` to be an integer of at least 0, got 1.5.'],
    [1, NaN, 0.95, 'Expected `trials` to be an integer of at least 0, got NaN.'],
    [6, 5, 0.95, 'Expected `hits` to be at most `trials` (5), got 6.'],
    [1, 5, 95, 'Expected `level` to be a fraction in [0.5, 1), got 95.'],
    [1, 5, 0.05, 'Expected `level` to be a fraction in [0.5, 1), got 0.05.'],
  ])('throws on %p of %p at level %p', (hits, trials, level, message) => {
    expect(() => wilsonInterval(hits, trials, level)).toThrow(new RangeError(message));
  });
});
