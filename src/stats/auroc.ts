import { requireFinite, requireValues } from './argument-checks.js';
import { midranks } from './midranks.js';

/**
 * Area under the ROC curve: `P(random positive > random negative) + ½ P(equal)`.
 *
 * @param positives - (P,) any unit; larger means more like a positive
 * @param negatives - (N,) same unit
 * @returns fraction in [0, 1]; 0.5 is chance
 * @throws {InsufficientDataError} if P or N is 0
 * @throws {RangeError} if a value is not finite
 *
 * Source: Hanley & McNeil 1982 (Mann-Whitney form). O((P + N) log(P + N)).
 */
export function auroc(positives: readonly number[], negatives: readonly number[]): number {
  requireValues('auroc', 1, positives);
  requireValues('auroc', 1, negatives);
  requireFinite('positives', positives);
  requireFinite('negatives', negatives);
  const ranks = midranks([...positives, ...negatives]).slice(0, positives.length);
  const rankSum = ranks.reduce((sum, rank) => sum + rank, 0);
  const smallestSum = (positives.length * (positives.length + 1)) / 2;
  return (rankSum - smallestSum) / (positives.length * negatives.length);
}
