import { describe, expect, it } from '@jest/globals';
import { bisection } from '../../src/stats/bisection.js';

describe('bisection()', () => {
  it('finds a root to the last bit', () => {
    expect(Math.abs(bisection((point) => point * point < 2, 0, 2) - Math.SQRT2)).toBeLessThanOrEqual(
      2 ** -52,
    );
  });

  it('keeps relative precision next to 0', () => {
    expect(bisection((point) => point < 1e-200, 0, 1) / 1e-200).toBeCloseTo(1, 14);
  });

  it('ends at the bound when the turn lies outside', () => {
    expect(bisection(() => true, 0, 1)).toBeCloseTo(1, 15);
    expect(bisection(() => false, 0, 1)).toBe(0);
  });
});
