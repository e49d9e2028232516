import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  decodeBfloat16,
  decodeFloat16,
  encodeBfloat16,
  encodeFloat16,
} from '../../src/engine/half-floats.js';

function decode(run: (source: Uint16Array, target: Float32Array) => void, bits: readonly number[]): number[] {
  const target = new Float32Array(bits.length);
  run(Uint16Array.from(bits), target);
  return [...target];
}

function encode(
  run: (source: Float32Array, target: Uint16Array) => void,
  values: readonly number[],
): number[] {
  const target = new Uint16Array(values.length);
  run(Float32Array.from(values), target);
  return [...target];
}

const allBits = Array.from({ length: 0x10000 }, (_, bits) => bits);

describe('decodeFloat16()', () => {
  // Source: the table of examples in Wikipedia, "Half-precision floating-point format".
  it.each([
    [0x0001, 2 ** -24],
    [0x03ff, 1023 * 2 ** -24],
    [0x0400, 2 ** -14],
    [0x3555, 0.333251953125],
    [0x3bff, 0.99951171875],
    [0x3c00, 1],
    [0x3c01, 1.0009765625],
    [0x7bff, 65504],
    [0x7c00, Infinity],
    [0x8000, -0],
    [0xc000, -2],
    [0xfc00, -Infinity],
  ])('gives bits %p the value %p', (bits, value) => {
    expect(decode(decodeFloat16, [bits])).toEqual([value]);
  });

  it('gives NaN for every pattern behind infinity', () => {
    expect(decode(decodeFloat16, [0x7c01, 0x7fff, 0xfe00])).toEqual([NaN, NaN, NaN]);
  });
});

describe('decodeBfloat16()', () => {
  // Source: the table of examples in Wikipedia, "bfloat16 floating-point format".
  it.each([
    [0x3f80, 1],
    [0xc000, -2],
    [0x7f7f, 3.3895313892515355e38],
    [0x0080, 2 ** -126],
    [0x4049, 3.140625],
    [0x3eab, 0.333984375],
    [0x7f80, Infinity],
    [0x8000, -0],
  ])('gives bits %p the value %p', (bits, value) => {
    expect(decode(decodeBfloat16, [bits])).toEqual([value]);
  });

  it('writes into a view that does not begin its buffer', () => {
    const target = new Float32Array(4);
    decodeBfloat16(Uint16Array.of(0x3f80, 0xc000), target.subarray(1, 3));
    expect([...target]).toEqual([0, 1, -2, 0]);
  });
});

describe.each([
  { name: 'encodeFloat16()', run: encodeFloat16, back: decodeFloat16 },
  { name: 'encodeBfloat16()', run: encodeBfloat16, back: decodeBfloat16 },
])('$name', ({ run, back }) => {
  it('gives every number of half the precision back', () => {
    const values = decode(back, allBits);
    const numbers = allBits.filter((bits) => !Number.isNaN(values[bits]));
    const result = encode(run, values);
    expect(numbers.filter((bits) => result[bits] !== bits)).toEqual([]);
  });

  it('keeps NaN', () => {
    const nan = new Float32Array(Uint32Array.of(0x7f800001, 0xffffffff).buffer);
    expect(decode(back, encode(run, [...nan]))).toEqual([NaN, NaN]);
  });

  it('rounds halfway between two neighbours to the even one, and to the nearest otherwise', () => {
    // Neighbours of one sign up to the largest number, in float64, where the middle is exact.
    const positive = decode(back, allBits.slice(0, 0x8000)).filter(Number.isFinite);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: positive.length - 2 }), (lower) => {
        const below = positive[lower] ?? NaN;
        const above = positive[lower + 1] ?? NaN;
        const middle = Math.fround((below + above) / 2);
        const even = lower % 2 === 0 ? lower : lower + 1;
        // bfloat16 subnormals lie so close that float32 has the middle and few numbers beside it.
        const spacing = (above - below) / 2 ** 7;
        expect(encode(run, [middle, middle - spacing, middle + spacing])).toEqual([even, lower, lower + 1]);
        expect(encode(run, [-middle])).toEqual([even + 0x8000]);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('encodeFloat16()', () => {
  it('becomes infinite from halfway past the largest number', () => {
    expect(encode(encodeFloat16, [65519.99609375, 65520, 1e30, -1e30])).toEqual([
      0x7bff, 0x7c00, 0x7c00, 0xfc00,
    ]);
  });

  it('becomes zero up to half of the smallest number', () => {
    const half = 2 ** -25;
    expect(encode(encodeFloat16, [half, half * (1 + 2 ** -23), 1e-40, -half])).toEqual([0, 1, 0, 0x8000]);
  });
});

describe('encodeBfloat16()', () => {
  it('becomes infinite beyond the largest number', () => {
    expect(encode(encodeBfloat16, [3.4028234663852886e38])).toEqual([0x7f80]);
  });
});
