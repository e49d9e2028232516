import { describe, expect, it } from '@jest/globals';
import { binomialCoefficient, minimumPermutationPValue } from '../../src/stats/minimum-p-value.js';

describe('binomialCoefficient()', () => {
  it('is exact where doubles are: C(50, 25) and the rows of Pascal’s triangle', () => {
    expect(binomialCoefficient(50, 25)).toBe(126_410_606_437_752);
    for (let total = 1; total <= 40; total++) {
      for (let chosen = 1; chosen < total; chosen++) {
        expect(binomialCoefficient(total, chosen)).toBe(
          binomialCoefficient(total - 1, chosen - 1) + binomialCoefficient(total - 1, chosen),
        );
      }
    }
  });

  it('is 1 at the ends and infinite beyond the range of a double', () => {
    expect([binomialCoefficient(0, 0), binomialCoefficient(9, 9)]).toEqual([1, 1]);
    expect(binomialCoefficient(2000, 1000)).toBe(Infinity);
  });

  it('throws when more are chosen than there are', () => {
    expect(() => binomialCoefficient(3, 4)).toThrow(
      new RangeError('Expected `total - chosen` to be an integer of at least 0, got -1.'),
    );
  });
});

describe('minimumPermutationPValue()', () => {
  it('is 2 / C(2n, n) for equal arms and 1 / C(n + m, n) for others', () => {
    expect(minimumPermutationPValue(4, 4)).toBe(2 / 70);
    expect(minimumPermutationPValue(3, 4)).toBe(1 / 35);
    expect(minimumPermutationPValue(4, 3)).toBe(1 / 35);
  });

  it('is 1 for one model against one', () => {
    expect(minimumPermutationPValue(1, 1)).toBe(1);
  });

  it('throws on an empty arm', () => {
    expect(() => minimumPermutationPValue(0, 4)).toThrow(
      new RangeError('Expected `suspect` to be an integer of at least 1, got 0.'),
    );
  });
});
