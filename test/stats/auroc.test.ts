import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InsufficientDataError } from '../../src/errors.js';
import { auroc } from '../../src/stats/auroc.js';
import { recognitionMatrix, reference, relativeError } from './reference.js';

const scores = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 20 });

describe('auroc()', () => {
  it.each(reference.roc)(
    'agrees with SciPy (Mann-Whitney U) on $positives',
    ({ positives, negatives, auroc: area }) => {
      expect(relativeError(auroc(positives, negatives), area)).toBeLessThan(1e-9);
    },
  );

  it('is 0.83 for real against other triggers on Betley et al. 2025, Fig. 17', () => {
    const real = recognitionMatrix.flatMap((row, i) => row.filter((_, j) => i === j));
    const fake = recognitionMatrix.flatMap((row, i) => row.filter((_, j) => i !== j));
    expect(auroc(real, fake)).toBeCloseTo(0.829, 3);
  });

  it('is the share of pairs in order, ties ½', () => {
    fc.assert(
      fc.property(scores, scores, (positives, negatives) => {
        let wins = 0;
        for (const positive of positives) {
          for (const negative of negatives) wins += (Math.sign(positive - negative) + 1) / 2;
        }
        expect(auroc(positives, negatives)).toBe(wins / (positives.length * negatives.length));
      }),
    );
  });

  it('adds up to 1 when the classes change places, and does not move under a monotone map', () => {
    fc.assert(
      fc.property(scores, scores, (positives, negatives) => {
        const area = auroc(positives, negatives);
        expect(area + auroc(negatives, positives)).toBeCloseTo(1, 12);
        expect(auroc(positives.map(Math.exp), negatives.map(Math.exp))).toBe(area);
      }),
    );
  });

  it('is 1, 0 and 0.5 for scores apart, apart the other way, and equal', () => {
    expect([auroc([2, 3], [0, 1]), auroc([0, 1], [2, 3]), auroc([1, 1], [1])]).toEqual([1, 0, 0.5]);
  });

  it('throws on an empty class and on NaN', () => {
    expect(() => auroc([], [1])).toThrow(new InsufficientDataError('auroc', 1, 0));
    expect(() => auroc([1], [])).toThrow(new InsufficientDataError('auroc', 1, 0));
    expect(() => auroc([1], [NaN])).toThrow(
      new RangeError('Expected `negatives` to hold finite numbers, got NaN at index 0.'),
    );
  });
});
