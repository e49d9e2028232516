import { requireFinite, requireValues } from './argument-checks.js';
import { at } from './at.js';
import { mean } from './mean.js';

/**
 * Rank of `values[index]`, 1 for the largest: `1 + #larger + (#equal - 1) / 2`, so that ties share their mean rank.
 *
 * @throws {RangeError} if a value is not finite, or there is none at `index`
 *
 * Source: Kendall 1945 (mean rank of ties).
 */
export function rankOf(values: readonly number[], index: number): number {
  requireFinite('values', values);
  const own = at(values, index);
  const larger = values.filter((value) => value > own).length;
  const equal = values.filter((value) => value === own).length;
  return 1 + larger + (equal - 1) / 2;
}

/**
 * Share of rows whose largest score stands at the true index; a true index among k tied maxima counts 1/k.
 *
 * @param scores - one row a model, one column a candidate
 * @param truth - the true column of each row
 * @returns fraction in [0, 1]; chance is the mean of 1 / columns
 * @throws {InsufficientDataError} if there are no rows
 * @throws {RangeError} if `truth` does not name a column of every row, or a score is not finite
 *
 * Source: top-1 accuracy, with ties broken at random in expectation.
 */
export function topOne(scores: readonly (readonly number[])[], truth: readonly number[]): number {
  return meanOverRows('topOne', scores, truth, (row, index) => {
    const largest = Math.max(...row);
    return row[index] === largest ? 1 / row.filter((score) => score === largest).length : 0;
  });
}

/**
 * Mean over rows of `1 / rank` of the true column, by {@link rankOf}.
 *
 * @param scores - one row a model, one column a candidate
 * @param truth - the true column of each row
 * @returns fraction in (0, 1]
 * @throws {InsufficientDataError} if there are no rows
 * @throws {RangeError} if `truth` does not name a column of every row, or a score is not finite
 *
 * Source: Voorhees 1999 (TREC-8), with mean ranks for ties.
 */
export function meanReciprocalRank(scores: readonly (readonly number[])[], truth: readonly number[]): number {
  return meanOverRows('meanReciprocalRank', scores, truth, (row, index) => 1 / rankOf(row, index));
}

function meanOverRows(
  statistic: string,
  scores: readonly (readonly number[])[],
  truth: readonly number[],
  score: (row: readonly number[], index: number) => number,
): number {
  requireValues(statistic, 1, scores);
  if (truth.length !== scores.length) {
    throw new RangeError(
      `Expected \`truth\` to have one entry a row (${scores.length}), got ${truth.length}.`,
    );
  }
  return mean(
    scores.map((row, rowIndex) => {
      requireFinite(`scores[${rowIndex}]`, row);
      const index = at(truth, rowIndex);
      if (row[index] === undefined) {
        throw new RangeError(
          `Expected \`truth[${rowIndex}]\` to be a column in [0, ${row.length}), got ${index}.`,
        );
      }
      return score(row, index);
    }),
  );
}
