import { requireCount, requireValues } from './argument-checks.js';
import { at } from './at.js';
import type { ArmStatistic } from './jackknife-interval.js';
import { binomialCoefficient } from './minimum-p-value.js';
import type { PermutationOptions, PermutationResult } from './permutation-test.js';

/**
 * Two-sided p of no difference between the arms for any statistic of them: the share of assignments of the models to
 * arms of these sizes whose `|statistic|` is at least the observed one. The statistic is computed anew for each, so that
 * whatever one arm lends to the other (a prior, a scale) moves along; of a difference of means use `permutationTest()`,
 * which is faster.
 *
 * An assignment for which the statistic is not defined counts against the observed one.
 *
 * @param options - `maxExact`: most assignments to go through one by one; above, `resamples` of them are drawn
 * @throws {InsufficientDataError} if an arm is empty
 * @throws {RangeError} if the statistic is not defined for the arms as they are, or an option is no count
 *
 * Source: Fisher 1935; the correction of drawn assignments from Phipson & Smyth 2010.
 */
export function relabelPermutationTest<T>(
  statistic: ArmStatistic<T>,
  { suspect, control }: { readonly suspect: readonly T[]; readonly control: readonly T[] },
  { random, maxExact = 1_000, resamples = 1_999 }: PermutationOptions,
): PermutationResult {
  requireValues('relabelPermutationTest', 1, suspect);
  requireValues('relabelPermutationTest', 1, control);
  requireCount('maxExact', maxExact, 0);
  requireCount('resamples', resamples, 1);
  const observed = statistic(suspect, control);
  if (observed === null)
    throw new RangeError('Expected the statistic to be defined for these arms, got null.');
  const isHit = (order: readonly T[]): boolean => {
    const value = statistic(order.slice(0, suspect.length), order.slice(suspect.length));
    // Rounding of a sum taken in another order is no difference.
    return value === null || Math.abs(value) >= Math.abs(observed) * (1 - 1e-12);
  };

  const models = [...suspect, ...control];
  const assignments = binomialCoefficient(models.length, suspect.length);
  if (assignments <= maxExact) {
    let hits = 0;
    for (const chosen of subsets(models.length, suspect.length)) {
      const rest = models.filter((_, index) => !chosen.includes(index));
      if (isHit([...chosen.map((index) => at(models, index)), ...rest])) hits++;
    }
    const method = 'exact';
    return { pValue: hits / assignments, minimumPValue: 1 / assignments, method, permutations: assignments };
  }
  let hits = 0;
  for (let resample = 0; resample < resamples; resample++) {
    if (isHit(random.shuffle(models))) hits++;
  }
  const minimumPValue = Math.max(1 / assignments, 1 / (1 + resamples));
  return {
    pValue: Math.max(minimumPValue, (1 + hits) / (1 + resamples)),
    minimumPValue,
    method: 'monte-carlo',
    permutations: resamples,
  };
}

/** All ways to choose `size` of the indices in [0, total), each in ascending order. */
function* subsets(total: number, size: number, start = 0): Generator<number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let index = start; index <= total - size; index++) {
    for (const rest of subsets(total, size - 1, index + 1)) yield [index, ...rest];
  }
}
