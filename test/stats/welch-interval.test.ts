import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InsufficientDataError } from '../../src/errors.js';
import { welchInterval } from '../../src/stats/welch-interval.js';
import { reference, relativeError } from './reference.js';

const arm = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 8 });

describe('welchInterval()', () => {
  it.each(reference.welch)(
    'agrees with SciPy on $suspect and $control',
    ({ suspect, control, ...expected }) => {
      const interval = welchInterval(suspect, control, expected.level);
      expect(relativeError(interval?.lower ?? NaN, expected.lower)).toBeLessThan(1e-9);
      expect(relativeError(interval?.upper ?? NaN, expected.upper)).toBeLessThan(1e-9);
    },
  );

  it('is null when neither arm varies, and never a point', () => {
    fc.assert(
      fc.property(arm, arm, (suspect, control) => {
        const interval = welchInterval(suspect, control);
        const isConstant = new Set(suspect).size === 1 && new Set(control).size === 1;
        expect(interval === null).toBe(isConstant);
        if (interval !== null) expect(interval.lower).toBeLessThan(interval.upper);
      }),
    );
  });

  it('turns around when the arms change places', () => {
    fc.assert(
      fc.property(arm, arm, (suspect, control) => {
        const interval = welchInterval(suspect, control);
        const exchanged = welchInterval(control, suspect);
        expect(interval?.lower ?? 0).toBeCloseTo(-(exchanged?.upper ?? 0), 6);
      }),
    );
  });

  it('is null when the spread is rounding: three equal models, summed in another order', () => {
    expect(welchInterval([0.1 + 0.2, 0.3], [0.5, 0.5])).toBeNull();
  });

  it('has an interval when one arm alone varies', () => {
    expect(welchInterval([1, 1], [0, 0.1])).not.toBeNull();
  });

  it('does not underflow on tiny values', () => {
    const { lower, upper } = welchInterval([1e-100, 3e-100], [2e-100, 5e-100]) ?? { lower: NaN, upper: NaN };
    const scaled = welchInterval([1, 3], [2, 5]) ?? { lower: NaN, upper: NaN };
    expect(relativeError(lower * 1e100, scaled.lower)).toBeLessThan(1e-9);
    expect(relativeError(upper * 1e100, scaled.upper)).toBeLessThan(1e-9);
  });

  it('throws when an arm has one value', () => {
    expect(() => welchInterval([1], [1, 2])).toThrow(new InsufficientDataError('welchInterval', 2, 1));
    expect(() => welchInterval([1, 2], [])).toThrow(new InsufficientDataError('welchInterval', 2, 0));
  });

  it('throws on a value that is not finite, and says in which arm', () => {
    expect(() => welchInterval([1, 2], [0, Infinity])).toThrow(
      new RangeError('Expected `control` to hold finite numbers, got Infinity at index 1.'),
    );
  });

  it('throws on a percentage for a level', () => {
    expect(() => welchInterval([1, 2], [0, 1], 95)).toThrow(
      new RangeError('Expected `level` to be a fraction in [0.5, 1), got 95.'),
    );
  });
});
