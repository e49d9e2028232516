import { at } from './at.js';
import { requireFinite, requireValues } from './argument-checks.js';

/**
 * Arithmetic mean, `Σ x / n`, computed around the first value so that equal values give exactly that value.
 *
 * @throws {InsufficientDataError} if there are no values
 * @throws {RangeError} if a value is not finite
 *
 * Source: the definition.
 */
export function mean(values: readonly number[]): number {
  requireValues('mean', 1, values);
  requireFinite('values', values);
  const origin = at(values, 0);
  let sum = 0;
  for (const value of values) sum += value - origin;
  return origin + sum / values.length;
}

/**
 * Sample standard deviation, `√(Σ (x - mean)² / (n - 1))`, in two passes. Exactly 0 for equal values.
 *
 * @throws {InsufficientDataError} if there are fewer than 2 values
 * @throws {RangeError} if a value is not finite
 *
 * Source: the definition, with the divisor of the unbiased variance.
 */
export function standardDeviation(values: readonly number[]): number {
  requireValues('standardDeviation', 2, values);
  const center = mean(values);
  let squares = 0;
  for (const value of values) squares += (value - center) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}
