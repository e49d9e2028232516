import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { leastDifference, separationProbability } from '../../src/stats/separation-probability.js';

describe('separationProbability()', () => {
  // scipy.stats.barnard_exact([[n, 0], [0, m]], alternative='greater', n=256)
  it.each([
    [2, 2, 0.0625],
    [3, 3, 0.015625],
    [2, 5, 0.015178320986],
    [4, 3, 0.008393004373],
    [5, 5, 0.0009765625],
    [3, 8, 0.001587684202],
  ])('agrees with SciPy on %i suspects that all show it and %i controls that do not', (n, m, pValue) => {
    expect(separationProbability(n, m)).toBeCloseTo(pValue, 10);
  });

  it('is no smaller than the chance for any share of models that show it', () => {
    const count = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(count, count, fc.double({ min: 0, max: 1, noNaN: true }), (n, m, share) => {
        expect(share ** n * (1 - share) ** m).toBeLessThanOrEqual(separationProbability(n, m) * (1 + 1e-12));
      }),
    );
  });

  it('throws on an arm without models', () => {
    expect(() => separationProbability(0, 3)).toThrow(
      new RangeError('Expected `suspect` to be an integer of at least 1, got 0.'),
    );
  });
});

describe('leastDifference()', () => {
  /** Largest chance of the separation over a grid of the controls' share, where suspects have d more. */
  const largestChance = (n: number, m: number, d: number): number => {
    const [from, to] = [Math.max(0, -d), Math.min(1, 1 - d)];
    const chances = Array.from({ length: 2001 }, (_, step) => {
      const share = from + ((to - from) * step) / 2000;
      return (share + d) ** n * (1 - share) ** m;
    });
    return Math.max(...chances);
  };

  it.each([
    [2, 2],
    [3, 3],
    [2, 5],
    [1, 9],
    [2, 20],
    [6, 6],
  ])('is where the largest chance of separation reaches the probability, %i against %i', (n, m) => {
    for (const probability of [0.025, 0.3]) {
      const difference = leastDifference({ suspect: n, control: m }, probability);
      expect(largestChance(n, m, difference)).toBeCloseTo(probability, 4);
    }
  });

  it('is 0 at the probability with which arms of one making separate', () => {
    expect(leastDifference({ suspect: 3, control: 3 }, 1 / 64)).toBeCloseTo(0, 12);
  });

  it('throws on a probability that is none', () => {
    expect(() => leastDifference({ suspect: 3, control: 3 }, 0)).toThrow(
      new RangeError('Expected `probability` to be a fraction in (0, 1), got 0.'),
    );
  });
});
