import type { Random } from '../random.js';
import { requireCount, requireFinite, requireValues } from './argument-checks.js';
import { at } from './at.js';
import { mean } from './mean.js';
import { binomialCoefficient, minimumPermutationPValue } from './minimum-p-value.js';
import { roundingError } from './rounding-error.js';

export interface PermutationResult {
  readonly pValue: number;
  /** Smallest p that this many values could have given. */
  readonly minimumPValue: number;
  readonly method: 'exact' | 'monte-carlo';
  /** Assignments looked at. */
  readonly permutations: number;
}

export interface PermutationOptions {
  readonly random: Random;
  /** Most assignments to go through one by one; above, `resamples` of them are drawn. */
  readonly maxExact?: number;
  readonly resamples?: number;
}

/**
 * Two-sided p of no difference between the arms: the share of assignments of the values to arms of these sizes whose
 * `|mean(suspect) - mean(control)|` is at least the observed one. Differences within rounding count as equal.
 *
 * Exact over all C(n + m, n) assignments up to `maxExact`; otherwise `(1 + hits) / (1 + resamples)` over random ones,
 * which is never 0 and never below what the sizes allow. The unit is whatever was assigned to an arm: models, not
 * their answers.
 *
 * @throws {InsufficientDataError} if an arm is empty
 * @throws {RangeError} if a value is not finite, or an option is no count
 *
 * Source: Fisher 1935, Pitman 1937; the correction from Phipson & Smyth 2010.
 */
export function permutationTest(
  suspect: readonly number[],
  control: readonly number[],
  { random, maxExact = 20_000, resamples = 9_999 }: PermutationOptions,
): PermutationResult {
  requireValues('permutationTest', 1, suspect);
  requireValues('permutationTest', 1, control);
  requireFinite('suspect', suspect);
  requireFinite('control', control);
  requireCount('maxExact', maxExact, 0);
  requireCount('resamples', resamples, 1);
  const minimumPValue = minimumPermutationPValue(suspect.length, control.length);
  const pooled = [...suspect, ...control];
  const center = mean(pooled);
  const centered = pooled.map((value) => value - center);
  // With the pooled mean taken off, an arm's sum S makes a difference of S (1/n + 1/m): |S| orders the assignments.
  const observed = Math.abs(sumOfFirst(centered, suspect.length));
  const threshold = observed - pooled.length * roundingError(pooled);
  const isHit = (sum: number): boolean => Math.abs(sum) >= threshold;

  const assignments = binomialCoefficient(pooled.length, suspect.length);
  if (assignments <= maxExact) {
    const pValue = countSubsets(centered, suspect.length, isHit) / assignments;
    return { pValue, minimumPValue, method: 'exact', permutations: assignments };
  }
  let hits = 0;
  for (let resample = 0; resample < resamples; resample++) {
    if (isHit(sumOfFirst(random.shuffle(centered), suspect.length))) hits++;
  }
  const reachable = Math.max(minimumPValue, 1 / (1 + resamples));
  return {
    pValue: Math.max(reachable, (1 + hits) / (1 + resamples)),
    minimumPValue: reachable,
    method: 'monte-carlo',
    permutations: resamples,
  };
}

function sumOfFirst(values: readonly number[], size: number): number {
  let sum = 0;
  for (let index = 0; index < size; index++) sum += at(values, index);
  return sum;
}

/** How many subsets of this size have a sum that is a hit. */
function countSubsets(values: readonly number[], size: number, isHit: (sum: number) => boolean): number {
  const countFrom = (start: number, left: number, sum: number): number => {
    if (left === 0) return isHit(sum) ? 1 : 0;
    let count = 0;
    for (let index = start; index <= values.length - left; index++) {
      count += countFrom(index + 1, left - 1, sum + at(values, index));
    }
    return count;
  };
  return countFrom(0, size, 0);
}
