/** Enough for a + b up to 1e8: the fraction below takes about √max(a, b) terms at its slowest. */
const MAXIMUM_TERMS = 20_000;
const EPSILON = 2 ** -53;
/** Stands in for a denominator of 0 in Lentz's method. */
const TINY = 1e-300;

/**
 * Regularised incomplete beta function, `I_x(a, b) = ∫₀ˣ t^(a-1) (1-t)^(b-1) dt / B(a, b)`: the distribution function
 * of Beta(a, b) at x.
 *
 * @param x - in [0, 1]
 * @param a - finite, above 0
 * @param b - finite, above 0
 * @param complement - 1 - x, where the caller knows it to more digits than the subtraction gives
 * @returns in [0, 1]; relative error below 1e-11 for a + b up to 1e4, 1e-9 up to 1e6, for x from 1e-300 on
 * @throws {RangeError} if an argument is out of range
 *
 * Source: continued fraction of DLMF 8.17.22, evaluated by Lentz's method (Thompson & Barnett 1986), with the symmetry
 * `I_x(a, b) = 1 - I_(1-x)(b, a)` on the side where it converges slowly.
 */
export function incompleteBeta(x: number, a: number, b: number, complement = 1 - x): number {
  if (!(x >= 0 && x <= 1)) throw new RangeError(`Expected \`x\` to be in [0, 1], got ${x}.`);
  for (const [name, shape] of Object.entries({ a, b })) {
    if (!(shape > 0 && shape < Infinity)) {
      throw new RangeError(`Expected \`${name}\` to be finite and above 0, got ${shape}.`);
    }
  }
  if (x === 0) return 0;
  if (complement === 0) return 1;
  const density = betaKernel(x, a, b, complement);
  const value =
    x < (a + 1) / (a + b + 2)
      ? (density * continuedFraction(x, a, b)) / a
      : 1 - (density * continuedFraction(complement, b, a)) / b;
  return Math.min(1, Math.max(0, value));
}

/**
 * `x^a (1-x)^b / B(a, b)`, written around the mean a / (a + b) so that large a and b cancel before the logarithm.
 *
 * Source: Stirling's formula for B(a, b), exact with its correction; the rearrangement of Loader 2000 (dbinom).
 */
function betaKernel(x: number, a: number, b: number, complement: number): number {
  const sum = a + b;
  const exponent = a * Math.log((x * sum) / a) + b * Math.log((complement * sum) / b);
  const correction = stirlingCorrection(a) + stirlingCorrection(b) - stirlingCorrection(sum);
  return Math.sqrt((a / sum) * (b / (2 * Math.PI))) * Math.exp(exponent - correction);
}

/**
 * `ln Γ(z) - ((z - ½) ln z - z + ½ ln 2π)`.
 *
 * Source: DLMF 5.11.1 from z = 10 on, where the first term left out is below 1e-15; the recurrence of Γ below.
 */
function stirlingCorrection(z: number): number {
  let correction = 0;
  let shifted = z;
  for (; shifted < 10; shifted++) correction += (shifted + 0.5) * Math.log1p(1 / shifted) - 1;
  const square = 1 / (shifted * shifted);
  const series =
    1 / 12 -
    square *
      (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - (square * 691) / 360360))));
  return correction + series / shifted;
}

function continuedFraction(x: number, a: number, b: number): number {
  let numerator = 1;
  let denominator = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = denominator;
  for (let term = 1; term <= MAXIMUM_TERMS; term++) {
    const even = (term * (b - term) * x) / ((a + 2 * term - 1) * (a + 2 * term));
    denominator = 1 / awayFromZero(1 + even * denominator);
    numerator = awayFromZero(1 + even / numerator);
    value *= denominator * numerator;
    const odd = (-(a + term) * (a + b + term) * x) / ((a + 2 * term) * (a + 2 * term + 1));
    denominator = 1 / awayFromZero(1 + odd * denominator);
    numerator = awayFromZero(1 + odd / numerator);
    const factor = denominator * numerator;
    value *= factor;
    if (Math.abs(factor - 1) <= 4 * EPSILON) return value;
  }
  throw new RangeError(
    `Expected \`a\` and \`b\` below 1e8, got ${a} and ${b}: the fraction does not converge.`,
  );
}

/** Enough: what it is given has the form 1 + y, which is either 0 or at least 2^-53 away from it. */
function awayFromZero(value: number): number {
  return value === 0 ? TINY : value;
}
