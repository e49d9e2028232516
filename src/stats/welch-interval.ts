import { requireFinite, requireLevel, requireValues } from './argument-checks.js';
import type { Interval } from './interval.js';
import { mean, standardDeviation } from './mean.js';
import { roundingError } from './rounding-error.js';
import { studentTQuantile } from './student-t.js';

/**
 * Interval of mean(suspect) - mean(control), `difference ± t √(s₁²/n₁ + s₂²/n₂)`, with t at the degrees of freedom of
 * Welch and Satterthwaite.
 *
 * @param suspect - one number a model, any unit
 * @param control - same unit
 * @param level - confidence, a fraction
 * @returns `null` if neither arm varies beyond rounding: the data then do not say how far another model would lie
 * @throws {InsufficientDataError} if an arm has fewer than 2 values
 * @throws {RangeError} if a value is not finite, or the level is not in [0.5, 1)
 *
 * Source: Welch 1947, Satterthwaite 1946.
 */
export function welchInterval(
  suspect: readonly number[],
  control: readonly number[],
  level = 0.95,
): Interval | null {
  requireLevel(level);
  requireValues('welchInterval', 2, suspect);
  requireValues('welchInterval', 2, control);
  requireFinite('suspect', suspect);
  requireFinite('control', control);
  const difference = mean(suspect) - mean(control);
  const suspectError = standardDeviation(suspect) / Math.sqrt(suspect.length);
  const controlError = standardDeviation(control) / Math.sqrt(control.length);
  const error = Math.hypot(suspectError, controlError);
  if (error <= roundingError(suspect, control)) return null;
  // As shares of the variance, so that tiny values do not underflow when squared again.
  const share = (suspectError / error) ** 2;
  const degreesOfFreedom = 1 / (share ** 2 / (suspect.length - 1) + (1 - share) ** 2 / (control.length - 1));
  const margin = -studentTQuantile((1 - level) / 2, degreesOfFreedom) * error;
  return { lower: difference - margin, upper: difference + margin };
}
