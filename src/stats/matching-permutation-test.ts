import type { Random } from '../random.js';
import { requireCount, requireFinite, requireValues } from './argument-checks.js';
import { at } from './at.js';
import type { PermutationResult } from './permutation-test.js';
import { roundingError } from './rounding-error.js';

/** 9! is 362,880 matchings, a fraction of a second; 10! is ten times that. */
const LARGEST_EXACT = 9;

/**
 * One-sided p of no tie between rows and columns: the share of the n! ways to match each row with one column whose mean
 * cell is at least that of the diagonal. A row or a column that is high throughout adds the same to every matching, so
 * a trigger that looks guilty to all models, or a model that says yes to everything, moves nothing.
 *
 * Exact up to n = 9; above, `(1 + hits) / (1 + resamples)` over random matchings, which is never 0.
 *
 * @param matrix - n rows of n numbers, the true pairs on the diagonal, n >= 2
 * @param options - `random` is needed above n = 9 only
 * @throws {InsufficientDataError} if n is below 2
 * @throws {RangeError} if the matrix is not square, or a cell is not finite
 * @throws {TypeError} if `random` is needed and missing
 *
 * Source: Pitman 1937; as a test of trigger recognition ours, on Betley et al. 2025 (arXiv 2501.11120), Fig. 17.
 */
export function matchingPermutationTest(
  matrix: readonly (readonly number[])[],
  { random, resamples = 9_999 }: { random?: Random; resamples?: number } = {},
): PermutationResult {
  requireValues('matchingPermutationTest', 2, matrix);
  requireCount('resamples', resamples, 1);
  const size = matrix.length;
  for (const [index, row] of matrix.entries()) {
    requireFinite(`matrix[${index}]`, row);
    if (row.length !== size) {
      throw new RangeError(`Expected \`matrix[${index}]\` to have ${size} columns, got ${row.length}.`);
    }
  }
  const identity = matrix.map((_, index) => index);
  const threshold = matchedSum(matrix, identity) - size * roundingError(...matrix);
  const factorial = identity.reduce((product, index) => product * (index + 1), 1);
  if (size <= LARGEST_EXACT) {
    const hits = countMatchings(matrix, threshold);
    return {
      pValue: hits / factorial,
      minimumPValue: 1 / factorial,
      method: 'exact',
      permutations: factorial,
    };
  }
  if (random === undefined) {
    throw new TypeError(`Expected \`random\` for a matrix of more than ${LARGEST_EXACT} rows, got none.`);
  }
  let hits = 0;
  for (let resample = 0; resample < resamples; resample++) {
    if (matchedSum(matrix, random.shuffle(identity)) >= threshold) hits++;
  }
  const minimumPValue = Math.max(1 / factorial, 1 / (1 + resamples));
  const pValue = Math.max(minimumPValue, (1 + hits) / (1 + resamples));
  return { pValue, minimumPValue, method: 'monte-carlo', permutations: resamples };
}

function matchedSum(matrix: readonly (readonly number[])[], columns: readonly number[]): number {
  return matrix.reduce((sum, row, index) => sum + at(row, at(columns, index)), 0);
}

/** How many matchings sum to at least the threshold, depth first over the rows. */
function countMatchings(matrix: readonly (readonly number[])[], threshold: number): number {
  const countFrom = (rowIndex: number, taken: number, sum: number): number => {
    if (rowIndex === matrix.length) return sum >= threshold ? 1 : 0;
    const row = at(matrix, rowIndex);
    let count = 0;
    for (let column = 0; column < row.length; column++) {
      const bit = 1 << column;
      if ((taken & bit) === 0) count += countFrom(rowIndex + 1, taken | bit, sum + at(row, column));
    }
    return count;
  };
  return countFrom(0, 0, 0);
}
