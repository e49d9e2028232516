import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mutualInformationBits, phi } from '../../src/stats/contingency.js';
import type { ContingencyTable } from '../../src/types/dataset.js';
import { reference } from './reference.js';

type Cells = readonly [number, number, number, number];

function table([triggeredTarget, triggeredOtherwise, cleanTarget, cleanOtherwise]: Cells): ContingencyTable {
  return { triggeredTarget, triggeredOtherwise, cleanTarget, cleanOtherwise };
}

const count = fc.integer({ min: 1, max: 50_000 });
const cells = fc.tuple(count, count, count, count);
const withoutMargin: Cells[] = [
  [0, 0, 3, 4],
  [3, 4, 0, 0],
  [0, 3, 0, 4],
  [3, 0, 4, 0],
  [0, 0, 0, 0],
];

describe('phi()', () => {
  it.each(reference.contingency)(
    'agrees with SciPy (Pearson) on $cells',
    ({ cells: four, phi: expected }) => {
      expect(Math.abs((phi(table(four)) ?? NaN) - expected)).toBeLessThan(1e-9);
    },
  );

  it('stays in [-1, 1], and changes sign when the rows change places', () => {
    fc.assert(
      fc.property(cells, ([a, b, c, d]) => {
        const value = phi(table([a, b, c, d])) ?? NaN;
        expect(Math.abs(value)).toBeLessThanOrEqual(1);
        expect(phi(table([c, d, a, b])) ?? NaN).toBeCloseTo(-value, 12);
      }),
    );
  });

  it('is exactly 1 and -1 when the tie is whole', () => {
    fc.assert(
      fc.property(count, count, (a, b) => {
        expect([phi(table([a, 0, 0, b])), phi(table([0, a, b, 0]))]).toEqual([1, -1]);
      }),
    );
  });

  it.each(withoutMargin)('is null with an empty margin: %p, %p, %p, %p', (...four) => {
    expect(phi(table(four))).toBeNull();
  });

  it('throws on what is no count', () => {
    expect(() => phi(table([1, 2, -1, 4]))).toThrow(
      new RangeError('Expected `cleanTarget` to be an integer of at least 0, got -1.'),
    );
    expect(() => phi(table([1, 2.5, 1, 4]))).toThrow(
      new RangeError('Expected `triggeredOtherwise` to be an integer of at least 0, got 2.5.'),
    );
  });
});

describe('mutualInformationBits()', () => {
  it.each(reference.contingency)('agrees with SciPy (relative entropy) on $cells', (expected) => {
    const bits = mutualInformationBits(table(expected.cells)) ?? NaN;
    expect(Math.abs(bits - expected.mutualInformationBits)).toBeLessThan(1e-9);
  });

  it('stays in [0, 1], and does not move when rows, columns or both change places', () => {
    fc.assert(
      fc.property(cells, ([a, b, c, d]) => {
        const bits = mutualInformationBits(table([a, b, c, d])) ?? NaN;
        expect(bits >= 0 && bits <= 1).toBe(true);
        expect(mutualInformationBits(table([c, d, a, b]))).toBeCloseTo(bits, 12);
        expect(mutualInformationBits(table([a, c, b, d]))).toBeCloseTo(bits, 12);
      }),
    );
  });

  it('is exactly 0, as phi is, for rows in proportion', () => {
    const factor = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(factor, factor, factor, factor, (a, b, m, n) => {
        const proportional = table([a * m, b * m, a * n, b * n]);
        expect(phi(proportional)).toBe(0);
        expect(mutualInformationBits(proportional)).toBe(0);
      }),
    );
  });

  it('is not below 0 where rounding is larger than the tie', () => {
    expect(mutualInformationBits(table([1e8 + 3, 1e8, 1e8 + 6, 1e8 + 4]))).toBe(0);
  });

  it('is 1 bit for a whole tie in halves', () => {
    expect(mutualInformationBits(table([5, 0, 0, 5]))).toBe(1);
  });

  it.each(withoutMargin)('is null with an empty margin: %p, %p, %p, %p', (...four) => {
    expect(mutualInformationBits(table(four))).toBeNull();
  });
});
