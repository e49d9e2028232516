import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
  boundWhenAlike,
  intervalOfDifference,
  intervalOfMean,
} from '../../src/audit/interval-of-difference.js';
import { createRandom } from '../../src/random.js';
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

  it.each([3, 5])('has a width where all %i models of each arm agree', (count) => {
    const arms = {
      suspect: single(Array<number>(count).fill(1)),
      control: single(Array<number>(count).fill(0)),
    };
    const { lower, upper, method } = intervalOfDifference(arms, options);
    expect(method).toBe('Wilson bound on the share of models, which all agree');
    expect(lower).toBeGreaterThan(0.4);
    expect(lower).toBeLessThan(0.6);
    expect(upper).toBe(1);
  });
});

describe('intervalOfMean()', () => {
  it('is that of one-sample t', () => {
    // Mean 0.5, s = 0.1, t(0.975, 2) = 4.302653.
    const { lower, upper } = intervalOfMean([0.4, 0.5, 0.6], 0.95);
    expect(lower).toBeCloseTo(0.5 - (4.302653 * 0.1) / Math.sqrt(3), 6);
    expect(upper).toBeCloseTo(0.5 + (4.302653 * 0.1) / Math.sqrt(3), 6);
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
  it('is the lower bound of Wilson for 3 of 3, 3 / (3 + z²), where all show all', () => {
    const z = 1.959963985;
    const { lower, upper } = boundWhenAlike(1, 3, 0.95);
    expect(lower).toBeCloseTo(3 / (3 + z * z), 8);
    expect(upper).toBe(1);
  });

  it('holds the value, has a width, stays in [-1, 1] and turns with the sign', () => {
    const value = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(value, fc.integer({ min: 2, max: 50 }), (agreed, models) => {
        const { lower, upper } = boundWhenAlike(agreed, models, 0.95);
        if (lower === null) throw new RangeError('no bounds');
        expect(lower).toBeGreaterThanOrEqual(-1);
        expect(lower).toBeLessThanOrEqual(agreed);
        expect(upper).toBeGreaterThanOrEqual(agreed);
        expect(upper).toBeLessThanOrEqual(1);
        expect(upper - lower).toBeGreaterThan(0.01);
        const mirrored = boundWhenAlike(-agreed, models, 0.95);
        expect([mirrored.lower, mirrored.upper]).toEqual([0 - upper, 0 - lower]);
      }),
    );
  });

  it('narrows with the number of models', () => {
    const lowers = [2, 3, 5, 20].map((models) => boundWhenAlike(1, models, 0.95).lower ?? NaN);
    expect([...lowers].sort((a, b) => a - b)).toEqual(lowers);
  });

  it('never excludes 0 for a value of 0', () => {
    const { lower, upper } = boundWhenAlike(0, 3, 0.95);
    expect(lower).toBeCloseTo(-0.5615, 4);
    expect(upper).toBeCloseTo(0.5615, 4);
  });
});
