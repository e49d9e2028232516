import { requireFinite, requireLevel, requireValues } from './argument-checks.js';
import type { Interval } from './interval.js';
import { intervalFromErrors, NO_LEAST_ERRORS, type LeastErrors } from './interval-from-errors.js';
import { mean, standardDeviation } from './mean.js';
import { roundingError } from './rounding-error.js';

/**
 * Interval of mean(suspect) - mean(control), `difference ± t √(s₁²/n₁ + s₂²/n₂)`, with t at the degrees of freedom of
 * Welch and Satterthwaite.
 *
 * @param suspect - one number a model, any unit
 * @param control - same unit
 * @param level - confidence, a fraction
 * @param least - least standard error of each arm's mean, whatever its spread
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
  least: LeastErrors = NO_LEAST_ERRORS,
): Interval | null {
  requireLevel(level);
  requireValues('welchInterval', 2, suspect);
  requireValues('welchInterval', 2, control);
  requireFinite('suspect', suspect);
  requireFinite('control', control);
  const difference = mean(suspect) - mean(control);
  const suspectError = Math.max(least.suspect, standardDeviation(suspect) / Math.sqrt(suspect.length));
  const controlError = Math.max(least.control, standardDeviation(control) / Math.sqrt(control.length));
  if (Math.hypot(suspectError, controlError) <= roundingError(suspect, control)) return null;
  return intervalFromErrors(
    difference,
    {
      suspect: { error: suspectError, models: suspect.length },
      control: { error: controlError, models: control.length },
    },
    level,
  );
}
