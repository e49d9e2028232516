import { InsufficientDataError } from '../errors.js';

/** @throws {InsufficientDataError} if there are fewer than `needed` values */
export function requireValues(statistic: string, needed: number, values: ArrayLike<unknown>): void {
  if (values.length < needed) throw new InsufficientDataError(statistic, needed, values.length);
}

/** @throws {RangeError} if a value is NaN or infinite */
export function requireFinite(name: string, values: readonly number[]): void {
  for (const [index, value] of values.entries()) {
    if (!Number.isFinite(value)) {
      throw new RangeError(`Expected \`${name}\` to hold finite numbers, got ${value} at index ${index}.`);
    }
  }
}

/** @throws {RangeError} if the value is not strictly between 0 and 1 */
export function requireFraction(name: string, value: number): void {
  if (!(value > 0 && value < 1)) {
    throw new RangeError(`Expected \`${name}\` to be a fraction in (0, 1), got ${value}.`);
  }
}

/** @throws {RangeError} if a confidence level is below one half, where an interval says nothing, or not below 1 */
export function requireLevel(level: number): void {
  if (!(level >= 0.5 && level < 1)) {
    throw new RangeError(`Expected \`level\` to be a fraction in [0.5, 1), got ${level}.`);
  }
}

/** @throws {RangeError} if the value is not an integer, or below `minimum` */
export function requireCount(name: string, value: number, minimum: number): void {
  if (!Number.isSafeInteger(value) || value < minimum) {
    throw new RangeError(`Expected \`${name}\` to be an integer of at least ${minimum}, got ${value}.`);
  }
}

/** @throws {InsufficientDataError | RangeError} if `hits` of `trials` is no share */
export function requireShare(statistic: string, hits: number, trials: number): void {
  requireCount('trials', trials, 0);
  requireCount('hits', hits, 0);
  if (hits > trials)
    throw new RangeError(`Expected \`hits\` to be at most \`trials\` (${trials}), got ${hits}.`);
  if (trials === 0) throw new InsufficientDataError(statistic, 1, 0);
}
