import { requireLevel, requireShare } from './argument-checks.js';
import type { Interval } from './interval.js';
import { normalQuantile } from './normal-quantile.js';

/**
 * Wilson score interval of a share, `(p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n)`.
 *
 * @param hits - at most `trials`
 * @param level - confidence, a fraction
 * @returns fractions; at 0 hits `lower` is exactly 0, at all hits `upper` is exactly 1, and the width is never 0
 * @throws {InsufficientDataError} if there are no trials
 * @throws {RangeError} if a count is no count, hits exceed trials, or the level is not in [0.5, 1)
 *
 * Source: Wilson 1927. It treats trials as independent: trials of one model are, models of one policy are not.
 */
export function wilsonInterval(hits: number, trials: number, level = 0.95): Interval {
  requireShare('wilsonInterval', hits, trials);
  requireLevel(level);
  const z = normalQuantile((1 - level) / 2);
  const share = hits / trials;
  const penalty = (z * z) / trials;
  const center = share + penalty / 2;
  const margin = Math.sqrt(penalty * (share * (1 - share) + penalty / 4));
  return {
    lower: hits === 0 ? 0 : (center - margin) / (1 + penalty),
    upper: hits === trials ? 1 : Math.min(1, (center + margin) / (1 + penalty)),
  };
}
