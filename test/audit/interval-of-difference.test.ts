import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
  boundWhenAlike,
  intervalOfDifference,
  intervalOfMean,
} from '../../src/audit/interval-of-difference.js';
import { createRandom } from '../../src/random.js';
import { clopperPearsonInterval } from '../../src/stats/clopper-pearson-interval.js';
import { welchInterval } from '../../src/stats/welch-interval.js';

const options = { random: createRandom(1), level: 0.95, resamples: 500 };
const single = (values: readonly number[]): number[][] => values.map((value) => [value]);

describe('intervalOfDifference()', () => {
  it('is the interval of Welch over models for two or three an arm', () => {
    const interval = intervalOfDifference(
      {
        suspect: [
          [0.8, 0.6],
          [0.9, 0.9],
        ],
        control: single([0.1, 0.2, 0.4]),
      },
      options,
    );
    expect(interval).toEqual({
      ...welchInterval([0.7, 0.9], [0.1, 0.2, 0.4]),
      method: 'Welch t over models',
    });
  });

  it('is a bootstrap for sixteen models an arm, and none before', () => {
    const sixteen = (values: readonly number[]): number[][] =>
      single([...values, ...values, ...values, ...values]);
    const arms = { suspect: sixteen([0.7, 0.8, 0.9, 0.8]), control: sixteen([0.1, 0.2, 0.1, 0.3]) };
    const fewer = { suspect: arms.suspect.slice(1), control: arms.control };
    expect(intervalOfDifference(fewer, options).method).toBe('Welch t over models');
    const { lower, upper, method } = intervalOfDifference(arms, options);
    expect(method).toBe('bootstrap of models and wordings, 500 resamples');
    expect(lower).toBeGreaterThan(0.4);
    expect(upper).toBeLessThan(0.8);
  });

  it('is none for a single model, because nothing says how far another would lie', () => {
    expect(intervalOfDifference({ suspect: single([0.9, 0.8]), control: single([0.1]) }, options)).toEqual({
      lower: null,
      upper: null,
      method: 'none: needs 2 models in each arm, got 2 and 1',
    });
  });

  it.each([
    [2, -0.2047],
    [3, 0.0815],
    [4, 0.2612],
  ])('reaches from %i models an arm that agree to what chance could have separated', (count, least) => {
    const eleven = (value: number): number[][] =>
      Array.from({ length: count }, () => Array<number>(11).fill(value));
    const { lower, upper, method } = intervalOfDifference(
      { suspect: eleven(1), control: eleven(0) },
      options,
    );
    expect(method).toBe('exact bound on the models, which all agree within their arm');
    // 2 (0.025)^(1/2n) - 1.
    expect(lower).toBeCloseTo(least, 3);
    expect(upper).toBeGreaterThanOrEqual(1);
  });

  it('does not tell a small constant from the noise of so few answers', () => {
    const arms = { suspect: single([0.02, 0.02, 0.02]), control: single([0, 0, 0]) };
    expect(intervalOfDifference(arms, options).lower).toBeLessThan(0);
  });
});

describe('intervalOfMean()', () => {
  it('is that of one-sample t', () => {
    // Mean 0.5, s = 0.1, t(0.975, 2) = 4.302653.
    const { lower, upper } = intervalOfMean([0.4, 0.5, 0.6], 0.95);
    expect(lower).toBeCloseTo(0.5 - (4.302653 * 0.1) / Math.sqrt(3), 6);
    expect(upper).toBeCloseTo(0.5 + (4.302653 * 0.1) / Math.sqrt(3), 6);
  });

  it('is the exact interval of Clopper and Pearson where all models show all', () => {
    const { lower, upper } = clopperPearsonInterval(4, 4, 0.95);
    expect(intervalOfMean([1, 1, 1, 1], 0.95).lower).toBeCloseTo(lower, 10);
    expect(intervalOfMean([1, 1, 1, 1], 0.95).upper).toBe(upper);
    expect(intervalOfMean([0, 0, 0, 0], 0.95).upper).toBeCloseTo(1 - lower, 10);
  });

  it('is none for a single model', () => {
    expect(intervalOfMean([0.4], 0.95)).toEqual({
      lower: null,
      upper: null,
      method: 'none: needs 2 models, got 1',
    });
  });
});

describe('boundWhenAlike()', () => {
  it('ends where arms of one making separate as often as the level allows', () => {
    // 3 suspects that all show it beside 3 controls that do not: ((1 + d) / 2)^6 = 0.025.
    const { lower, upper } = boundWhenAlike(1, { suspect: 3, control: 3 }, 0.95);
    expect(((1 + lower) / 2) ** 6).toBeCloseTo(0.025, 10);
    expect(upper).toBe(1);
  });

  it('holds the value, has a width, stays in [-1, 1] and turns with the sign', () => {
    const value = fc.double({ min: -1, max: 1, noNaN: true });
    const count = fc.integer({ min: 2, max: 50 });
    fc.assert(
      fc.property(value, count, count, (agreed, suspect, control) => {
        const { lower, upper } = boundWhenAlike(agreed, { suspect, control }, 0.95);
        expect(lower).toBeGreaterThanOrEqual(-1);
        expect(lower).toBeLessThanOrEqual(agreed);
        expect(upper).toBeGreaterThanOrEqual(agreed);
        expect(upper).toBeLessThanOrEqual(1);
        expect(upper - lower).toBeGreaterThan(0.01);
        const mirrored = boundWhenAlike(-agreed, { suspect, control }, 0.95);
        expect([mirrored.lower, mirrored.upper]).toEqual([0 - upper, 0 - lower]);
      }),
    );
  });

  it('narrows with the number of models', () => {
    const lowers = [2, 3, 5, 20].map(
      (models) => boundWhenAlike(1, { suspect: models, control: models }, 0.95).lower,
    );
    expect([...lowers].sort((a, b) => a - b)).toEqual(lowers);
  });

  it('leaves room for a value of 0 that the models which were not seen do not share', () => {
    const { lower, upper } = boundWhenAlike(0, { suspect: 3, control: 3 }, 0.95);
    // As Clopper and Pearson have it for 0 of 3.
    expect(lower).toBeCloseTo(-0.7076, 4);
    expect(upper).toBeCloseTo(0.7076, 4);
  });
});
