import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InsufficientDataError } from '../../src/errors.js';
import { meanReciprocalRank, rankOf, topOne } from '../../src/stats/rank-metrics.js';
import { recognitionMatrix } from './reference.js';

const byModel = recognitionMatrix.map((_, model) => recognitionMatrix.map((row) => row[model] ?? NaN));
const diagonal = recognitionMatrix.map((_, index) => index);
const row = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 });

describe('rankOf()', () => {
  it('counts from 1 for the largest, and ties share their mean rank', () => {
    expect([0, 1, 2, 3].map((index) => rankOf([0.2, 0.9, 0.2, 0.1], index))).toEqual([2.5, 1, 2.5, 4]);
  });

  it('adds up to 1 + 2 + ... + n', () => {
    fc.assert(
      fc.property(row, (values) => {
        const sum = values.reduce((total, _, index) => total + rankOf(values, index), 0);
        expect(sum).toBe((values.length * (values.length + 1)) / 2);
      }),
    );
  });

  it('throws where there is no value, and on NaN', () => {
    expect(() => rankOf([1, 2], 2)).toThrow(new RangeError('Expected an index in [0, 2), got 2.'));
    expect(() => rankOf([1, NaN], 0)).toThrow(
      new RangeError('Expected `values` to hold finite numbers, got NaN at index 1.'),
    );
  });
});

describe('topOne()', () => {
  it('is 5/8 on Betley et al. 2025, Fig. 17', () => {
    expect(topOne(byModel, diagonal)).toBe(5 / 8);
  });

  it('shares a tie among the largest', () => {
    expect(topOne([[0.5, 0.5, 0.1]], [0])).toBe(1 / 2);
    expect(topOne([[0.5, 0.5, 0.1]], [2])).toBe(0);
    expect(topOne([[0.3, 0.3, 0.3]], [1])).toBe(1 / 3);
  });

  it('sums to 1 over the candidates of a row: nobody gains by answering the same to all', () => {
    fc.assert(
      fc.property(row, (scores) => {
        const sum = scores.reduce((total, _, index) => total + topOne([scores], [index]), 0);
        expect(sum).toBeCloseTo(1, 12);
      }),
    );
  });

  it('throws without rows, and when the truth names no column', () => {
    expect(() => topOne([], [])).toThrow(new InsufficientDataError('topOne', 1, 0));
    expect(() => topOne([[1, 2]], [2])).toThrow(
      new RangeError('Expected `truth[0]` to be a column in [0, 2), got 2.'),
    );
    expect(() => topOne([[1, 2]], [])).toThrow(
      new RangeError('Expected `truth` to have one entry a row (1), got 0.'),
    );
    expect(() => topOne([[1, NaN]], [0])).toThrow(
      new RangeError('Expected `scores[0]` to hold finite numbers, got NaN at index 1.'),
    );
  });
});

describe('meanReciprocalRank()', () => {
  it('is 0.745 on Betley et al. 2025, Fig. 17', () => {
    expect(meanReciprocalRank(byModel, diagonal)).toBeCloseTo(0.745, 3);
  });

  it('is at least the share of untied firsts, at most 1, and does not move under a monotone map', () => {
    fc.assert(
      fc.property(row, row, fc.nat(), (first, second, choice) => {
        const scores = [first, second];
        const truth = scores.map((values) => choice % values.length);
        const value = meanReciprocalRank(scores, truth);
        expect(value).toBeLessThanOrEqual(1);
        expect(value).toBeGreaterThanOrEqual(1 / Math.max(first.length, second.length));
        expect(
          meanReciprocalRank(
            scores.map((values) => values.map(Math.exp)),
            truth,
          ),
        ).toBe(value);
      }),
    );
  });

  it('throws without rows', () => {
    expect(() => meanReciprocalRank([], [])).toThrow(new InsufficientDataError('meanReciprocalRank', 1, 0));
  });
});
