import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { incompleteBeta } from '../../src/stats/incomplete-beta.js';
import { reference, relativeError } from './reference.js';

const shape = fc.double({ min: 0.01, max: 500, noNaN: true });
const point = fc.double({ min: 0, max: 1, noNaN: true });

describe('incompleteBeta()', () => {
  it.each(reference.incompleteBeta)('agrees with SciPy at I_$x($a, $b)', ({ x, a, b, value }) => {
    expect(relativeError(incompleteBeta(x, a, b), value)).toBeLessThan(1e-9);
  });

  it('is x^a at b = 1', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1, noNaN: true }), shape, (x, a) => {
        expect(Math.abs(incompleteBeta(x, a, 1) - x ** a)).toBeLessThan(1e-12);
      }),
    );
  });

  it('adds up to 1 with its mirror image', () => {
    fc.assert(
      fc.property(point, shape, shape, (x, a, b) => {
        expect(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a, x)).toBeCloseTo(1, 11);
      }),
    );
  });

  it('grows with x and stays in [0, 1]', () => {
    fc.assert(
      fc.property(point, point, shape, shape, (x, y, a, b) => {
        const [lower, upper] = [incompleteBeta(Math.min(x, y), a, b), incompleteBeta(Math.max(x, y), a, b)];
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(upper).toBeLessThanOrEqual(1);
        expect(upper - lower).toBeGreaterThan(-1e-12);
      }),
    );
  });

  it('is exactly 0 and 1 at the ends', () => {
    expect(incompleteBeta(0, 2, 3)).toBe(0);
    expect(incompleteBeta(1, 2, 3)).toBe(1);
  });

  it('uses a complement that 1 - x has lost', () => {
    // I_x(1, ½) = 1 - √(1 - x), and 1 - 1e-20 is 1 in a double.
    expect(incompleteBeta(1, 1, 0.5, 1e-20)).toBeCloseTo(1 - 1e-10, 14);
  });

  it('throws on arguments out of range', () => {
    expect(() => incompleteBeta(-0.1, 1, 1)).toThrow(
      new RangeError('Expected `x` to be in [0, 1], got -0.1.'),
    );
    expect(() => incompleteBeta(NaN, 1, 1)).toThrow(new RangeError('Expected `x` to be in [0, 1], got NaN.'));
    expect(() => incompleteBeta(0.5, 0, 1)).toThrow(
      new RangeError('Expected `a` to be finite and above 0, got 0.'),
    );
    expect(() => incompleteBeta(0.5, 1, Infinity)).toThrow(
      new RangeError('Expected `b` to be finite and above 0, got Infinity.'),
    );
  });

  it('throws rather than stop early when the fraction does not converge', () => {
    expect(() => incompleteBeta(0.5, 1e16, 1e16)).toThrow(
      new RangeError(
        'Expected `a` and `b` below 1e8, got 10000000000000000 and 10000000000000000: the fraction does not converge.',
      ),
    );
  });
});
