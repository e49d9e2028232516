import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MASKED, packLines } from '../../src/engine/pack-lines.js';

const sequences = fc.array(fc.array(fc.nat(99), { minLength: 1, maxLength: 9 }), {
  minLength: 1,
  maxLength: 12,
});

describe('packLines()', () => {
  it('lays sequences end to end, the longest first', () => {
    const packed = packLines([[1, 2], [3, 4, 5], [6]], 4);
    expect([packed.batch, packed.tokens, packed.usedTokens]).toEqual([2, 4, 6]);
    expect([...packed.ids].map(Number)).toEqual([3, 4, 5, 6, 1, 2, 0, 0]);
    expect([...packed.positions].map(Number)).toEqual([0, 1, 2, 0, 0, 1, 0, 0]);
    expect(packed.starts).toEqual([4, 0, 3]);
  });

  it('keeps every sequence whole and within one line', () => {
    fc.assert(
      fc.property(sequences, fc.integer({ min: 9, max: 20 }), (given, lineTokens) => {
        const { starts, ids, positions, usedTokens } = packLines(given, lineTokens);
        const places = given.flatMap((sequence, index) =>
          sequence.map((_, token) => (starts[index] ?? 0) + token),
        );
        expect(new Set(places).size).toBe(usedTokens);
        for (const [index, sequence] of given.entries()) {
          const start = starts[index] ?? Number.NaN;
          const end = start + sequence.length;
          expect(Array.from(ids.subarray(start, end), Number)).toEqual(sequence);
          expect(Array.from(positions.subarray(start, end), Number)).toEqual([...sequence.keys()]);
          expect(Math.floor(start / lineTokens)).toBe(Math.floor((end - 1) / lineTokens));
        }
      }),
    );
  });

  it('lets a token look at itself and earlier tokens of its own sequence, and at nothing else', () => {
    fc.assert(
      fc.property(sequences, fc.integer({ min: 9, max: 20 }), (given, lineTokens) => {
        const { batch, starts, mask } = packLines(given, lineTokens);
        const expected = new Float32Array(batch * lineTokens ** 2).fill(MASKED);
        for (const [index, sequence] of given.entries()) {
          const start = starts[index] ?? Number.NaN;
          for (const token of sequence.keys()) {
            for (let earlier = 0; earlier <= token; earlier++) {
              expected[(start + token) * lineTokens + (start % lineTokens) + earlier] = 0;
            }
          }
        }
        expect(mask.length).toBe(expected.length);
        expect(mask.findIndex((value, index) => value !== expected[index])).toBe(-1);
      }),
    );
  });

  it('opens a line only where no earlier one has room', () => {
    fc.assert(
      fc.property(sequences, (given) => {
        const { batch } = packLines(given, 18);
        const total = given.reduce((sum, { length }) => sum + length, 0);
        // No two lines can be half empty.
        expect(batch).toBeLessThanOrEqual(Math.floor((2 * total) / 18) + 1);
      }),
    );
  });
});
