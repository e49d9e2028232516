import { requireLevel, requireValues } from './argument-checks.js';
import type { Interval } from './interval.js';
import { mean } from './mean.js';
import { roundingError } from './rounding-error.js';
import { studentTQuantile } from './student-t.js';

/** A statistic of two arms of models; `null` where it is not defined for those models. */
export type ArmStatistic<T> = (suspect: readonly T[], control: readonly T[]) => number | null;

/**
 * Interval of a statistic of both arms, `θ ± t √(V₁ + V₂)`, where `V = (n - 1)/n Σ (θ₋ᵢ - mean θ₋ᵢ)²` comes from leaving
 * out one model of an arm at a time, and t has the degrees of freedom of Welch and Satterthwaite.
 *
 * For a difference of means it is exactly {@link welchInterval}. It is for statistics in which a control moves every
 * suspect's value, so that the suspects' own spread says too little.
 *
 * @returns `null` if the statistic is not defined with a model left out, or if no model moves it beyond rounding
 * @throws {InsufficientDataError} if an arm has fewer than 2 models
 * @throws {RangeError} if the level is not in [0.5, 1)
 *
 * Source: Efron & Tibshirani 1993, chapter 11 (jackknife), and Arvesen 1969 for two samples.
 */
export function jackknifeInterval<T>(
  statistic: ArmStatistic<T>,
  { suspect, control }: { readonly suspect: readonly T[]; readonly control: readonly T[] },
  level = 0.95,
): Interval | null {
  requireLevel(level);
  requireValues('jackknifeInterval', 2, suspect);
  requireValues('jackknifeInterval', 2, control);
  const estimate = statistic(suspect, control);
  const withoutSuspect = suspect.map((_, index) => statistic(suspect.toSpliced(index, 1), control));
  const withoutControl = control.map((_, index) => statistic(suspect, control.toSpliced(index, 1)));
  if (estimate === null || !isDefined(withoutSuspect) || !isDefined(withoutControl)) return null;

  const suspectError = jackknifeError(withoutSuspect);
  const controlError = jackknifeError(withoutControl);
  const error = Math.hypot(suspectError, controlError);
  if (error <= roundingError([estimate], withoutSuspect, withoutControl)) return null;
  const share = (suspectError / error) ** 2;
  const degreesOfFreedom = 1 / (share ** 2 / (suspect.length - 1) + (1 - share) ** 2 / (control.length - 1));
  const margin = studentTQuantile((1 + level) / 2, degreesOfFreedom) * error;
  return { lower: estimate - margin, upper: estimate + margin };
}

function isDefined(values: readonly (number | null)[]): values is readonly number[] {
  return !values.includes(null);
}

function jackknifeError(leftOut: readonly number[]): number {
  const center = mean(leftOut);
  const squares = leftOut.reduce((sum, value) => sum + (value - center) ** 2, 0);
  return Math.sqrt(((leftOut.length - 1) / leftOut.length) * squares);
}
