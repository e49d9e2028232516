import { requireCount } from './argument-checks.js';

/**
 * Standard error that the mean of independent answers can have, `√(p (1 - p) / (n + 2))` with `p = (n mean + 1) / (n + 2)`:
 * that of yes and no, one of each added. Answers between yes and no vary less, and answers that all agree are not free of
 * error.
 *
 * @param mean - of the answers, in [0, 1]
 * @returns above 0, at most 0.29
 * @throws {RangeError} if the mean is not in [0, 1], or there is no answer
 *
 * Source: Agresti & Caffo 2000; the largest variance of numbers in [0, 1] from Bhatia & Davis 2000.
 */
export function answerNoise(mean: number, answers: number): number {
  requireCount('answers', answers, 1);
  if (!(mean >= 0 && mean <= 1)) {
    throw new RangeError(`Expected \`mean\` to be in [0, 1], got ${mean}.`);
  }
  const share = (answers * mean + 1) / (answers + 2);
  return Math.sqrt((share * (1 - share)) / (answers + 2));
}
