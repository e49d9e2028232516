import { bisection } from './bisection.js';
import { incompleteBeta } from './incomplete-beta.js';

/** Below, t² leaves the range of a double when there is one degree of freedom. */
const SMALLEST_TAIL = 1e-100;

/**
 * Distribution function of Student's t: `P(T <= t) = ½ I_x(df / 2, ½)` with `x = df / (df + t²)` for t <= 0, and one
 * minus that for t > 0.
 *
 * @param t - any number, infinite ones too
 * @param degreesOfFreedom - at least 1, fractions allowed
 * @returns in [0, 1]; the lower tail keeps its relative precision, the upper one does not: ask for -t there
 * @throws {RangeError} if t is NaN, or there is less than 1 degree of freedom
 *
 * Source: DLMF 8.17, Abramowitz & Stegun 26.7.1.
 */
export function studentTCdf(t: number, degreesOfFreedom: number): number {
  if (Number.isNaN(t)) throw new RangeError('Expected `t` to be a number, got NaN.');
  requireDegrees(degreesOfFreedom);
  const ratio = (t / degreesOfFreedom) * t;
  const tail = incompleteBeta(1 / (1 + ratio), degreesOfFreedom / 2, 0.5, 1 / (1 + 1 / ratio)) / 2;
  return t <= 0 ? tail : 1 - tail;
}

/**
 * Quantile of Student's t: the t with `P(T <= t) = probability`, the inverse of {@link studentTCdf} by bisection.
 *
 * @param probability - in [1e-100, 1)
 * @param degreesOfFreedom - at least 1, fractions allowed
 * @throws {RangeError} if an argument is out of range
 *
 * Source: inversion of the distribution function.
 */
export function studentTQuantile(probability: number, degreesOfFreedom: number): number {
  if (!(probability >= SMALLEST_TAIL && probability < 1)) {
    throw new RangeError(`Expected \`probability\` to be in [1e-100, 1), got ${probability}.`);
  }
  requireDegrees(degreesOfFreedom);
  if (probability === 0.5) return 0;
  const tail = Math.min(probability, 1 - probability);
  const isNearer = (distance: number): boolean => studentTCdf(-distance, degreesOfFreedom) > tail;
  let high = 1;
  while (isNearer(high)) high *= 2;
  return Math.sign(probability - 0.5) * bisection(isNearer, 0, high);
}

function requireDegrees(degreesOfFreedom: number): void {
  if (!(degreesOfFreedom >= 1 && degreesOfFreedom < Infinity)) {
    throw new RangeError(
      `Expected \`degreesOfFreedom\` to be finite and at least 1, got ${degreesOfFreedom}.`,
    );
  }
}
