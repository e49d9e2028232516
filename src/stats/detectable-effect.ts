import { InsufficientDataError } from '../errors.js';
import { requireCount, requireFraction } from './argument-checks.js';
import { minimumPermutationPValue } from './minimum-p-value.js';
import { studentTQuantile } from './student-t.js';

export interface Design {
  /** Models in that arm. */
  readonly suspect: number;
  readonly control: number;
  /** Of the models within an arm, in the unit of the effect; one value for both. */
  readonly standardDeviation: number;
  /** Two-sided significance level, a fraction. */
  readonly level?: number;
  /** Chance of finding the effect, a fraction above `level`. */
  readonly power?: number;
}

/**
 * Smallest difference of means that a two-sided two-sample t test finds with the given power,
 * `(t(1 - level/2) + t(power)) · s √(1/n + 1/m)` at n + m - 2 degrees of freedom.
 *
 * Against the exact power it is a little optimistic: 5% too small for 2 models against 2, 1% for 3 against 3.
 *
 * @returns in the unit of the standard deviation; `null` if that is 0, because data without spread do not say what could
 *   have been missed
 * @throws {InsufficientDataError} if there are fewer than 3 models in all
 * @throws {RangeError} if a size is not a positive integer or a number is out of range
 *
 * Source: Cohen 1988, with t in place of the normal.
 */
export function smallestDetectableEffect(design: Design): number | null {
  const { suspect, control, standardDeviation, level = 0.05, power = 0.8 } = design;
  requireCount('suspect', suspect, 1);
  requireCount('control', control, 1);
  requireFraction('level', level);
  if (!(power > level && power < 1)) {
    throw new RangeError(`Expected \`power\` to be a fraction in (${level}, 1), got ${power}.`);
  }
  if (!(standardDeviation >= 0 && standardDeviation < Infinity)) {
    throw new RangeError(
      `Expected \`standardDeviation\` to be finite and at least 0, got ${standardDeviation}.`,
    );
  }
  const models = suspect + control;
  if (models < 3) throw new InsufficientDataError('smallestDetectableEffect', 3, models);
  if (standardDeviation === 0) return null;
  const quantiles = studentTQuantile(power, models - 2) - studentTQuantile(level / 2, models - 2);
  return quantiles * standardDeviation * Math.sqrt(1 / suspect + 1 / control);
}

/**
 * Fewest models in each of two equal arms with which a permutation test can reach `level` at all: the smallest n with
 * `2 / C(2n, n) <= level`. After Holm over k probes ask for `level / k`.
 *
 * @throws {RangeError} if the level is not in (0, 1)
 *
 * Source: the definition, see {@link minimumPermutationPValue}.
 */
export function minimumModels(level = 0.05): number {
  requireFraction('level', level);
  let models = 1;
  while (minimumPermutationPValue(models, models) > level) models++;
  return models;
}
