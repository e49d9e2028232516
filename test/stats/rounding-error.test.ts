import { describe, expect, it } from '@jest/globals';
import { roundingError } from '../../src/stats/rounding-error.js';

describe('roundingError()', () => {
  it('is 1e-12 of the largest magnitude over all samples', () => {
    expect(roundingError([1, -4], [2])).toBe(4e-12);
  });

  it('tells what summing in another order loses from a real difference', () => {
    const lost = Math.abs(0.1 + 0.2 - 0.3);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(roundingError([0.1, 0.2, 0.3]));
  });

  it('is 0 when there is nothing but zeros', () => {
    expect(roundingError([0, 0], [])).toBe(0);
  });
});
