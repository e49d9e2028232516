import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { studentTCdf, studentTQuantile } from '../../src/stats/student-t.js';
import { reference, relativeError } from './reference.js';

const degrees = fc.double({ min: 1, max: 500, noNaN: true });

describe('studentTCdf()', () => {
  it.each(reference.studentTCdf)('agrees with SciPy at t = $t, df = $df', ({ t, df, probability }) => {
    expect(relativeError(studentTCdf(t, df), probability)).toBeLessThan(1e-9);
  });

  it('is ½ + atan(t) / π at one degree of freedom', () => {
    fc.assert(
      fc.property(fc.double({ min: -100, max: 100, noNaN: true }), (t) => {
        expect(studentTCdf(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 12);
      }),
    );
  });

  it('is 0, one half and 1 at minus infinity, 0 and infinity', () => {
    expect([-Infinity, 0, Infinity].map((t) => studentTCdf(t, 3))).toEqual([0, 0.5, 1]);
  });

  it('throws on NaN and on less than one degree of freedom', () => {
    expect(() => studentTCdf(NaN, 3)).toThrow(new RangeError('Expected `t` to be a number, got NaN.'));
    expect(() => studentTCdf(1, 0.5)).toThrow(
      new RangeError('Expected `degreesOfFreedom` to be finite and at least 1, got 0.5.'),
    );
  });
});

describe('studentTQuantile()', () => {
  it.each(reference.studentTQuantile)(
    'agrees with SciPy at $probability, df = $df',
    ({ probability, df, t }) => {
      expect(relativeError(studentTQuantile(probability, df), t)).toBeLessThan(1e-9);
    },
  );

  it('inverts the distribution function', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 0.5, noNaN: true }), degrees, (probability, df) => {
        const error = relativeError(studentTCdf(studentTQuantile(probability, df), df), probability);
        expect(error).toBeLessThan(1e-9);
      }),
    );
  });

  it('is exactly 0 at one half and odd about it', () => {
    expect(studentTQuantile(0.5, 4)).toBe(0);
    expect(studentTQuantile(0.75, 4)).toBe(-studentTQuantile(0.25, 4));
  });

  it.each([0, 1e-101, 1, NaN])('throws at the probability %p', (probability) => {
    expect(() => studentTQuantile(probability, 4)).toThrow(
      new RangeError(`Expected \`probability\` to be in [1e-100, 1), got ${probability}.`),
    );
  });
});
