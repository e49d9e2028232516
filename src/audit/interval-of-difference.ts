import type { Random } from '../random.js';
import { bootstrapDifference, type ClusteredArms } from '../stats/bootstrap-difference.js';
import type { Bounds } from '../stats/interval.js';
import { NO_BOUNDS } from '../stats/interval.js';
import { mean } from '../stats/mean.js';
import { welchInterval } from '../stats/welch-interval.js';
import { wilsonInterval } from '../stats/wilson-interval.js';

export interface IntervalOptions {
  readonly random: Random;
  readonly level: number;
  readonly resamples: number;
}

/** An interval and, for the reader, where it comes from or why there is none. */
export type DescribedInterval = Bounds & { readonly method: string };

/** With fewer models a bootstrap of them is too narrow: a nominal 95 % covers 86 % at 4 models an arm and 93 % at 16. */
const FEWEST_FOR_BOOTSTRAP = 16;

/** Name of {@link boundWhenAlike} for the reader. */
export const ALIKE = 'Wilson bound on the share of models, which all agree';

/**
 * Interval for a value that every model gave alike, so that their spread says nothing: of n models that agree, Wilson's
 * lower bound says that at least the share q of all models does. The others are taken to show no effect on the side
 * towards zero, `value q`, and a full one away from it, `value + (1 - q)(1 - |value|)`.
 *
 * @param value - in [-1, 1]
 * @param models - that agree, of the smaller arm
 */
export function boundWhenAlike(value: number, models: number, level: number): Bounds {
  const share = wilsonInterval(models, models, level).lower;
  const toward = Math.abs(value) * share;
  const away = Math.abs(value) + (1 - share) * (1 - Math.abs(value));
  if (value === 0) return { lower: -away, upper: away };
  return value > 0 ? { lower: toward, upper: away } : { lower: -away, upper: -toward };
}

/**
 * Interval of the difference of two arms in the mean over models of the mean over wordings: by bootstrap of models and
 * wordings from 16 models an arm, by Welch's t over models from 2. With a single model there is none, because nothing
 * says how far another training run would lie.
 */
export function intervalOfDifference(
  arms: ClusteredArms,
  { random, level, resamples }: IntervalOptions,
): DescribedInterval {
  const models = Math.min(arms.suspect.length, arms.control.length);
  if (models < 2) {
    const got = `${arms.suspect.length} and ${arms.control.length}`;
    return { ...NO_BOUNDS, method: `none: needs 2 models in each arm, got ${got}` };
  }
  const suspects = arms.suspect.map(mean);
  const controls = arms.control.map(mean);
  const bounds =
    models >= FEWEST_FOR_BOOTSTRAP
      ? bootstrapDifference(arms, { random, level, resamples })
      : (welchInterval(suspects, controls, level) ?? NO_BOUNDS);
  if (bounds.lower !== null) {
    const method =
      models >= FEWEST_FOR_BOOTSTRAP
        ? `bootstrap of models and wordings, ${resamples} resamples`
        : 'Welch t over models';
    return { lower: bounds.lower, upper: bounds.upper, method };
  }
  const alike = boundWhenAlike(mean(suspects) - mean(controls), models, level);
  return { ...alike, method: ALIKE };
}

/** Interval of the mean over models of one arm, by t over models: Welch's with an arm that is 0 throughout. */
export function intervalOfMean(values: readonly number[], level: number): DescribedInterval {
  if (values.length < 2) return { ...NO_BOUNDS, method: `none: needs 2 models, got ${values.length}` };
  const zeros = values.map(() => 0);
  const bounds = welchInterval(values, zeros, level);
  if (bounds !== null) return { ...bounds, method: 't over models' };
  return { ...boundWhenAlike(mean(values), values.length, level), method: ALIKE };
}
