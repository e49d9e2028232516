import { requireCount } from './argument-checks.js';

/**
 * Number of ways to choose `chosen` of `total`, `total! / (chosen! (total - chosen)!)`: exact up to 2^53, then to
 * rounding, `Infinity` beyond the range of a double.
 *
 * @throws {RangeError} if `chosen` is not in [0, total]
 *
 * Source: the product formula, whose partial products are integers.
 */
export function binomialCoefficient(total: number, chosen: number): number {
  requireCount('total', total, 0);
  requireCount('chosen', chosen, 0);
  requireCount('total - chosen', total - chosen, 0);
  const steps = Math.min(chosen, total - chosen);
  let count = 1;
  for (let step = 1; step <= steps && count < Infinity; step++)
    count = (count * (total - steps + step)) / step;
  return count;
}

/**
 * Smallest p that a two-sided permutation test of the difference of means can reach: `1 / C(n + m, n)`, and twice that
 * for arms of equal size, where exchanging the arms whole gives the same difference.
 *
 * @param suspect - models in that arm, at least 1
 * @param control - models in that arm, at least 1
 * @returns fraction in [0, 1]
 * @throws {RangeError} if a size is not a positive integer
 *
 * Source: the definition. One model against one gives 1: no data could tell such arms apart.
 */
export function minimumPermutationPValue(suspect: number, control: number): number {
  requireCount('suspect', suspect, 1);
  requireCount('control', control, 1);
  return (suspect === control ? 2 : 1) / binomialCoefficient(suspect + control, suspect);
}
