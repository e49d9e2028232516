/**
 * IEEE 754 half precision and bfloat16 as the bits that files hold.
 *
 * To half the precision, values are rounded to the nearest, ties to even; not-a-number stays one, too large becomes
 * infinity. From half the precision every value is exact.
 */

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

function makeFloat16Values(): Float32Array {
  const values = new Float32Array(0x10000);
  for (let half = 0; half < values.length; half++) {
    const exponent = (half >> 10) & 0x1f;
    const mantissa = half & 0x3ff;
    let magnitude = 2 ** (exponent - 25) * (mantissa + 0x400);
    if (exponent === 0) magnitude = 2 ** -24 * mantissa;
    if (exponent === 0x1f) magnitude = mantissa === 0 ? Infinity : NaN;
    values[half] = half >> 15 === 0 ? magnitude : -magnitude;
  }
  return values;
}

let float16Values: Float32Array | undefined;

/** The values of half-precision bits, written to `target`, which has the same length. */
export function decodeFloat16(source: Uint16Array, target: Float32Array): void {
  float16Values ??= makeFloat16Values();
  for (let index = 0; index < source.length; index++) {
    target[index] = float16Values[source[index] as number] as number;
  }
}

/** The values of bfloat16 bits, written to `target`, which has the same length. */
export function decodeBfloat16(source: Uint16Array, target: Float32Array): void {
  // A bfloat16 is the upper half of a float32.
  const targetBits = new Uint32Array(target.buffer, target.byteOffset, target.length);
  for (let index = 0; index < source.length; index++) {
    targetBits[index] = (source[index] as number) << 16;
  }
}

/** The nearest bfloat16 to each value, as bits, written to `target`, which has the same length. */
export function encodeBfloat16(source: Float32Array, target: Uint16Array): void {
  for (let index = 0; index < source.length; index++) {
    float[0] = source[index] as number;
    const whole = bits[0] as number;
    const isNaN = (whole & 0x7fffffff) > 0x7f800000;
    // Adding just under a half, and the last bit kept, rounds to nearest even. Not for NaN: it could wrap to zero.
    target[index] = isNaN ? (whole >>> 16) | 0x40 : (whole + 0x7fff + ((whole >>> 16) & 1)) >>> 16;
  }
}

/** The nearest half-precision number to each value, as bits, written to `target`, which has the same length. */
export function encodeFloat16(source: Float32Array, target: Uint16Array): void {
  for (let index = 0; index < source.length; index++) {
    float[0] = source[index] as number;
    const whole = bits[0] as number;
    target[index] = ((whole >>> 16) & 0x8000) | float16Magnitude(whole & 0x7fffffff);
  }
}

function float16Magnitude(magnitude: number): number {
  if (magnitude > 0x7f800000) return 0x7e00;
  if (magnitude >= 0x47800000) return 0x7c00;
  if (magnitude >= 0x38800000) {
    // The exponent's bias changes from 127 to 15; rounding up the largest number carries into infinity.
    const rebased = magnitude - 0x38000000;
    return (rebased + 0xfff + ((rebased >>> 13) & 1)) >>> 13;
  }
  // Below 2^-14 the spacing is 2^-24: shift the whole significand to that unit.
  const shift = 126 - (magnitude >>> 23);
  if (shift > 24) return 0;
  const significand = (magnitude & 0x7fffff) | 0x800000;
  return (significand + (1 << (shift - 1)) - 1 + ((significand >>> shift) & 1)) >>> shift;
}
