import { requireFinite, requireLevel, requireValues } from './argument-checks.js';
import { at } from './at.js';
import { NO_BOUNDS, type Bounds } from './interval.js';
import { mean, standardDeviation } from './mean.js';
import { midranks } from './midranks.js';
import { normalQuantile } from './normal-quantile.js';

/**
 * Interval of the area under the ROC curve, `A ± z √(s₁²/P + s₀²/N)`, cut off at 0 and 1. s₁ is the spread over the
 * positives of the share of negatives that each exceeds (ties count ½), s₀ the same for the negatives.
 *
 * @param positives - (P,) any unit; larger means more like a positive
 * @param negatives - (N,) same unit
 * @param level - confidence, a fraction
 * @returns fractions; both bounds `null` where the estimated variance is 0, which is so at an area of 0 or 1 and when
 *   all scores are equal: the method would answer with a point there
 * @throws {InsufficientDataError} if P or N is below 2
 * @throws {RangeError} if a value is not finite, or the level is not in [0.5, 1)
 *
 * Source: DeLong, DeLong & Clarke-Pearson 1988, by midranks as in Sun & Xu 2014.
 */
export function delongInterval(
  positives: readonly number[],
  negatives: readonly number[],
  level = 0.95,
): Bounds {
  requireLevel(level);
  requireValues('delongInterval', 2, positives);
  requireValues('delongInterval', 2, negatives);
  requireFinite('positives', positives);
  requireFinite('negatives', negatives);
  const pooled = midranks([...positives, ...negatives]);
  const exceeded = placements(pooled.slice(0, positives.length), midranks(positives), negatives.length);
  const exceeding = placements(pooled.slice(positives.length), midranks(negatives), positives.length);
  const error = Math.hypot(
    standardDeviation(exceeded) / Math.sqrt(positives.length),
    standardDeviation(exceeding) / Math.sqrt(negatives.length),
  );
  if (error === 0) return NO_BOUNDS;
  const area = mean(exceeded);
  const margin = -normalQuantile((1 - level) / 2) * error;
  return { lower: Math.max(0, area - margin), upper: Math.min(1, area + margin) };
}

/** For each score the share of the other class below it, ties ½: its rank among all less its rank in its own class. */
function placements(pooled: readonly number[], own: readonly number[], others: number): number[] {
  return pooled.map((rank, index) => (rank - at(own, index)) / others);
}
