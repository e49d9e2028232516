import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InsufficientDataError } from '../../src/errors.js';
import { createRandom } from '../../src/random.js';
import { bootstrapDifference } from '../../src/stats/bootstrap-difference.js';
import { welchInterval } from '../../src/stats/welch-interval.js';
import { reference } from './reference.js';

const model = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 4 });
const arm = fc.array(model, { minLength: 2, maxLength: 4 });

describe('bootstrapDifference()', () => {
  it.each(reference.bootstrap)(
    'agrees with NumPy to Monte Carlo error',
    ({ suspect, control, level, ...expected }) => {
      const interval = bootstrapDifference(
        { suspect, control },
        { random: createRandom(1), resamples: 10_000, level },
      );
      // One standard error of a bound is here 0.001. Drawing models alone, items alone, or items from one pool moves a
      // bound by at least 0.013.
      expect(Math.abs((interval.lower ?? NaN) - expected.lower)).toBeLessThan(0.003);
      expect(Math.abs((interval.upper ?? NaN) - expected.upper)).toBeLessThan(0.003);
    },
  );

  it('reaches the ends of a distribution that is known: 0, ½ and 1 with chances ¼, ½ and ¼', () => {
    const arms = { suspect: [[1], [0]], control: [[0], [0]] };
    expect(bootstrapDifference(arms, { random: createRandom(1), resamples: 1000, level: 0.9 })).toEqual({
      lower: 0,
      upper: 1,
      level: 0.9,
      resamples: 1000,
      clusters: { suspect: 2, control: 2 },
    });
  });

  it('weighs models alike, however many items each has', () => {
    const arms = {
      suspect: [
        [1, 1],
        [0, 0, 0, 0, 0, 0, 0, 0],
      ],
      control: [[0], [0]],
    };
    const { lower, upper } = bootstrapDifference(arms, { random: createRandom(1), level: 0.9 });
    expect([lower, upper]).toEqual([0, 1]);
  });

  it('covers too little with 4 models an arm, as documented, where the interval of Welch does not', () => {
    const random = createRandom(11);
    const runs = 250;
    const covered = { bootstrap: 0, welch: 0 };
    for (let run = 0; run < runs; run++) {
      const drawArm = (): number[] => Array.from({ length: 4 }, () => random.normal());
      const [suspect, control] = [drawArm(), drawArm()];
      const arms = { suspect: suspect.map((value) => [value]), control: control.map((value) => [value]) };
      const bootstrap = bootstrapDifference(arms, { random, resamples: 100 });
      const welch = welchInterval(suspect, control);
      if (bootstrap.lower !== null && bootstrap.lower <= 0 && bootstrap.upper >= 0) covered.bootstrap++;
      if (welch !== null && welch.lower <= 0 && welch.upper >= 0) covered.welch++;
    }
    // One standard error of a share of 250 is 0.022 at 0.86 and 0.014 at 0.95.
    expect(Math.abs(covered.bootstrap / runs - 0.86)).toBeLessThan(0.06);
    expect(covered.welch / runs).toBeGreaterThan(0.91);
  });

  it('gives the same interval for the same seed, and another for another', () => {
    const arms = {
      suspect: [
        [1, 2, 5],
        [0, 4],
        [7, 3],
      ],
      control: [
        [0, 1],
        [2, 2, 3],
      ],
    };
    const run = (seed: number) => bootstrapDifference(arms, { random: createRandom(seed), resamples: 200 });
    expect(run(7)).toEqual(run(7));
    expect(run(7)).not.toEqual(run(8));
  });

  it('stays within what the items allow, and is never a point', () => {
    fc.assert(
      fc.property(arm, arm, fc.nat(1000), (suspect, control, seed) => {
        const { lower, upper } = bootstrapDifference(
          { suspect, control },
          { random: createRandom(seed), resamples: 100 },
        );
        if (lower === null) return;
        expect(lower).toBeGreaterThanOrEqual(
          Math.min(...suspect.flat()) - Math.max(...control.flat()) - 1e-9,
        );
        expect(upper).toBeLessThanOrEqual(Math.max(...suspect.flat()) - Math.min(...control.flat()) + 1e-9);
        expect(lower).toBeLessThan(upper);
      }),
    );
  });

  it('has null bounds when all models and items of each arm agree, though their sums round differently', () => {
    expect((0.1 + 0.1 + 0.1) / 3).not.toBe(0.1);
    const arms = { suspect: [[0.1, 0.1, 0.1], [0.1]], control: [[0], [0]] };
    const { lower, upper } = bootstrapDifference(arms, { random: createRandom(1) });
    expect([lower, upper]).toEqual([null, null]);
  });

  it('has null bounds when both percentiles fall on the same value', () => {
    const arms = { suspect: [[1], [0]], control: [[0], [0]] };
    const { lower, upper } = bootstrapDifference(arms, { random: createRandom(1), resamples: 1, level: 0.5 });
    expect([lower, upper]).toEqual([null, null]);
  });

  it('throws on one model, and on a model without items', () => {
    const random = createRandom(1);
    expect(() => bootstrapDifference({ suspect: [[1]], control: [[0], [1]] }, { random })).toThrow(
      new InsufficientDataError('bootstrapDifference: models of suspect', 2, 1),
    );
    expect(() => bootstrapDifference({ suspect: [[1], [2]], control: [[0], []] }, { random })).toThrow(
      '`bootstrapDifference: items of control[1]` needs at least 1 values, got 0.',
    );
  });

  it('throws on values and options out of range', () => {
    const random = createRandom(1);
    const arms = { suspect: [[1], [2]], control: [[0], [1]] };
    expect(() => bootstrapDifference({ ...arms, control: [[0], [NaN]] }, { random })).toThrow(
      new RangeError('Expected `control[1]` to hold finite numbers, got NaN at index 0.'),
    );
    expect(() => bootstrapDifference(arms, { random, resamples: 0 })).toThrow(
      new RangeError('Expected `resamples` to be an integer of at least 1, got 0.'),
    );
    expect(() => bootstrapDifference(arms, { random, level: 95 })).toThrow(
      new RangeError('Expected `level` to be a fraction in [0.5, 1), got 95.'),
    );
  });
});
