import { requireValues } from './argument-checks.js';
import { mean } from './mean.js';

/** Means of probabilities miss 1 by less. */
const ROUNDING = 1e-9;

/**
 * Standard error that the mean of independent answers in [0, 1] can have, `√(p (1 - p) / (n + 2))` with
 * `p = (Σ + 1) / (n + 2)`: that of yes and no, one of each added. Answers between yes and no vary less, and answers that
 * all agree are not free of error.
 *
 * @param answers - each in [0, 1]
 * @returns above 0, at most 0.29
 * @throws {InsufficientDataError} if there are none
 * @throws {RangeError} if an answer is not in [0, 1]
 *
 * Source: Agresti & Caffo 2000; the largest variance of numbers in [0, 1] from Bhatia & Davis 2000.
 */
export function answerNoise(answers: readonly number[]): number {
  requireValues('answerNoise', 1, answers);
  const beyond = answers.find((answer) => !(answer >= -ROUNDING && answer <= 1 + ROUNDING));
  if (beyond !== undefined) {
    throw new RangeError(`Expected \`answers\` to be in [0, 1], got ${beyond}.`);
  }
  const trials = answers.length + 2;
  const share = (answers.length * Math.min(1, Math.max(0, mean(answers))) + 1) / trials;
  return Math.sqrt((share * (1 - share)) / trials);
}
