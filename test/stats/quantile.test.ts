import { describe, expect, it } from '@jest/globals';
import { InsufficientDataError } from '../../src/errors.js';
import { quantile } from '../../src/stats/quantile.js';
import { reference, relativeError } from './reference.js';

describe('quantile()', () => {
  it.each(reference.quantiles)('agrees with NumPy at $fraction', ({ sorted, fraction, value }) => {
    expect(relativeError(quantile(sorted, fraction), value)).toBeLessThan(1e-9);
  });

  it('is the value itself when there is one', () => {
    expect(quantile([3], 0.7)).toBe(3);
  });

  it('throws without values', () => {
    expect(() => quantile([], 0.5)).toThrow(new InsufficientDataError('quantile', 1, 0));
  });

  it.each([-0.1, 1.1, NaN])('throws at the fraction %p', (fraction) => {
    expect(() => quantile([1, 2], fraction)).toThrow(
      new RangeError(`Expected \`fraction\` to be in [0, 1], got ${fraction}.`),
    );
  });
});
