import { InsufficientDataError } from '../errors.js';
import type { Random } from '../random.js';
import { requireCount, requireFinite, requireLevel, requireValues } from './argument-checks.js';
import { at } from './at.js';
import { NO_BOUNDS, type Bounds } from './interval.js';
import { quantile } from './quantile.js';
import { roundingError } from './rounding-error.js';

/** One row a model (the cluster), one number an item of it: (models, items), rows of any length. */
export interface ClusteredArms {
  readonly suspect: readonly (readonly number[])[];
  readonly control: readonly (readonly number[])[];
}

export interface BootstrapOptions {
  readonly random: Random;
  readonly resamples?: number;
  readonly level?: number;
}

export type BootstrapInterval = Bounds & {
  readonly level: number;
  readonly resamples: number;
  readonly clusters: { readonly suspect: number; readonly control: number };
};

/**
 * Percentile interval of `mean over models of mean over items, suspect - control`, by a bootstrap in two stages: models
 * are drawn with replacement within each arm, then the items within each drawn model.
 *
 * With few models it is too narrow. Where the items of a model agree, a nominal 95% covers the truth in 66% of cases at
 * 2 models an arm, 86% at 4, 90% at 8 and 93% at 16 (3,000 simulations of normal models); `welchInterval` over the
 * models' means covers 95% or more in all of them.
 *
 * @param options - `resamples`: 5,000 if left out; `level`: confidence, 0.95 if left out
 * @returns both bounds `null` where the interval would have no width beyond rounding (items and models of an arm that
 *   all agree): such data do not say how far another model would lie
 * @throws {InsufficientDataError} if an arm has fewer than 2 models, or a model has no items
 * @throws {RangeError} if a value is not finite, or an option is out of range
 *
 * Source: Davison & Hinkley 1997, section 3.8 (hierarchical data).
 */
export function bootstrapDifference(
  arms: ClusteredArms,
  { random, resamples = 5_000, level = 0.95 }: BootstrapOptions,
): BootstrapInterval {
  requireLevel(level);
  requireCount('resamples', resamples, 1);
  requireModels('suspect', arms.suspect);
  requireModels('control', arms.control);
  const differences = Float64Array.from(
    { length: resamples },
    () => resampledMean(arms.suspect, random) - resampledMean(arms.control, random),
  ).sort();
  const lower = quantile(differences, (1 - level) / 2);
  const upper = quantile(differences, (1 + level) / 2);
  const isPoint = upper - lower <= roundingError(...arms.suspect, ...arms.control);
  return {
    ...(isPoint ? NO_BOUNDS : { lower, upper }),
    level,
    resamples,
    clusters: { suspect: arms.suspect.length, control: arms.control.length },
  };
}

function resampledMean(models: readonly (readonly number[])[], random: Random): number {
  let sum = 0;
  for (let draw = 0; draw < models.length; draw++) {
    const items = random.pick(models);
    let itemSum = 0;
    for (let item = 0; item < items.length; item++) itemSum += at(items, random.integer(items.length));
    sum += itemSum / items.length;
  }
  return sum / models.length;
}

function requireModels(arm: string, models: readonly (readonly number[])[]): void {
  requireValues(`bootstrapDifference: models of ${arm}`, 2, models);
  for (const [index, items] of models.entries()) {
    if (items.length === 0) {
      throw new InsufficientDataError(`bootstrapDifference: items of ${arm}[${index}]`, 1, 0);
    }
    requireFinite(`${arm}[${index}]`, items);
  }
}
