import { requireLevel, requireShare } from './argument-checks.js';
import { bisection } from './bisection.js';
import { incompleteBeta } from './incomplete-beta.js';
import type { Interval } from './interval.js';

/**
 * Exact interval of a share: all p that neither tail of the binomial rejects at (1 - level) / 2. The bounds are the
 * quantiles of Beta(hits, misses + 1) and Beta(hits + 1, misses), found by bisection.
 *
 * @param hits - at most `trials`
 * @param level - confidence, a fraction; what is covered is never less
 * @returns fractions; at 0 hits `lower` is exactly 0, at all hits `upper` is exactly 1, and the width is never 0
 * @throws {InsufficientDataError} if there are no trials
 * @throws {RangeError} if a count is no count, hits exceed trials, or the level is not in [0.5, 1)
 *
 * Source: Clopper & Pearson 1934.
 */
export function clopperPearsonInterval(hits: number, trials: number, level = 0.95): Interval {
  requireShare('clopperPearsonInterval', hits, trials);
  requireLevel(level);
  const tail = (1 - level) / 2;
  const misses = trials - hits;
  // P(X >= hits | p) = I_p(hits, misses + 1) and P(X <= hits | p) = I_(1-p)(misses, hits + 1).
  const isBelow = (p: number): boolean => incompleteBeta(p, hits, misses + 1) < tail;
  const isInside = (p: number): boolean => incompleteBeta(1 - p, misses, hits + 1, p) > tail;
  return {
    lower: hits === 0 ? 0 : bisection(isBelow, 0, 1),
    upper: misses === 0 ? 1 : bisection(isInside, 0, 1),
  };
}
