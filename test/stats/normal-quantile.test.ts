import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalQuantile } from '../../src/stats/normal-quantile.js';
import { reference, relativeError } from './reference.js';

describe('normalQuantile()', () => {
  it.each(reference.normalQuantile)('agrees with SciPy at $probability', ({ probability, z }) => {
    expect(relativeError(normalQuantile(probability), z)).toBeLessThan(1e-14);
  });

  it('grows, and is odd about one half', () => {
    const dyadic = fc.integer({ min: 1, max: 2 ** 20 - 1 }).map((count) => count / 2 ** 20);
    fc.assert(
      fc.property(dyadic, dyadic, (p, q) => {
        expect(normalQuantile(1 - p)).toBe(-normalQuantile(p));
        expect(Math.sign(normalQuantile(p) - normalQuantile(q))).toBe(Math.sign(p - q));
      }),
    );
  });

  it.each([0, 1, NaN])('throws at %p', (probability) => {
    expect(() => normalQuantile(probability)).toThrow(
      new RangeError(`Expected \`probability\` to be a fraction in (0, 1), got ${probability}.`),
    );
  });
});
