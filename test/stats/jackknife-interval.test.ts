import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { jackknifeInterval } from '../../src/stats/jackknife-interval.js';
import { mean } from '../../src/stats/mean.js';
import { welchInterval } from '../../src/stats/welch-interval.js';

const difference = (suspect: readonly number[], control: readonly number[]): number =>
  mean(suspect) - mean(control);

const values = (minLength: number): fc.Arbitrary<number[]> =>
  fc.array(
    fc.integer({ min: -100, max: 100 }).map((value) => value / 10),
    { minLength, maxLength: 8 },
  );

describe('jackknifeInterval()', () => {
  it('is the interval of Welch for a difference of means', () => {
    fc.assert(
      fc.property(values(2), values(2), (suspect, control) => {
        const welch = welchInterval(suspect, control, 0.9);
        const interval = jackknifeInterval(difference, { suspect, control }, 0.9);
        if (welch === null) {
          expect(interval).toBeNull();
          return;
        }
        expect(interval?.lower).toBeCloseTo(welch.lower, 8);
        expect(interval?.upper).toBeCloseTo(welch.upper, 8);
      }),
    );
  });

  it('takes in that a control moves every suspect', () => {
    // All suspects alike, so that their own spread is 0.
    const suspect = [1, 1, 1];
    const control = [0.1, 0.2, 0.6];
    const ratio = (s: readonly number[], c: readonly number[]): number => mean(s) / mean(c);
    const interval = jackknifeInterval(ratio, { suspect, control });
    expect(interval?.lower).toBeLessThan(mean(suspect) / mean(control));
    expect(interval?.upper).toBeGreaterThan(mean(suspect) / mean(control));
  });

  it('gives nothing where no model moves the statistic', () => {
    expect(jackknifeInterval(difference, { suspect: [1, 1], control: [0.3, 0.3] })).toBeNull();
  });

  it('gives nothing where the statistic needs a model that is left out', () => {
    const needsThree = (suspect: readonly number[]): number | null =>
      suspect.length < 3 ? null : mean(suspect);
    expect(jackknifeInterval(needsThree, { suspect: [1, 2, 3], control: [1, 2] })).toBeNull();
  });

  it('rejects an arm of one model', () => {
    expect(() => jackknifeInterval(difference, { suspect: [1], control: [1, 2] })).toThrow(
      '`jackknifeInterval` needs at least 2 values, got 1.',
    );
  });
});
