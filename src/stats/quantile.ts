import { at } from './at.js';
import { requireValues } from './argument-checks.js';

/**
 * Sample quantile: the value at position `fraction · (n - 1)` of the sorted values, linear in between.
 *
 * @param sorted - ascending
 * @param fraction - in [0, 1]
 * @throws {InsufficientDataError} if there are no values
 * @throws {RangeError} if the fraction lies outside [0, 1]
 *
 * Source: Hyndman & Fan 1996, type 7 (the default of R and NumPy).
 */
export function quantile(sorted: ArrayLike<number>, fraction: number): number {
  requireValues('quantile', 1, sorted);
  if (!(fraction >= 0 && fraction <= 1)) {
    throw new RangeError(`Expected \`fraction\` to be in [0, 1], got ${fraction}.`);
  }
  const position = fraction * (sorted.length - 1);
  const below = Math.floor(position);
  const lower = at(sorted, below);
  const upper = at(sorted, Math.min(below + 1, sorted.length - 1));
  return lower + (position - below) * (upper - lower);
}
