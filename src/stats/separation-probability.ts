import { requireCount, requireFraction } from './argument-checks.js';

/**
 * Largest chance that arms which are all of one making separate completely, `nⁿ mᵐ / (n + m)ⁿ⁺ᵐ`: each model shows one of
 * two values, with the same chance in both arms, and all suspects show the one and all controls the other. It is the p of
 * Barnard's exact test for such a table, in one direction.
 *
 * The spread within the arms cannot tell this: arms that separate have none.
 *
 * @param suspect - models in that arm, at least 1
 * @param control - models in that arm, at least 1
 * @returns fraction, at most 0.25; 1/64 for 3 models against 3
 * @throws {RangeError} if a size is not a positive integer
 *
 * Source: Barnard 1947.
 */
export function separationProbability(suspect: number, control: number): number {
  requireCount('suspect', suspect, 1);
  requireCount('control', control, 1);
  const models = suspect + control;
  return (suspect / models) ** suspect * (control / models) ** control;
}

/**
 * Least difference between the arms in the chance of a value that complete separation leaves possible: the d at which
 * suspects that all show it beside controls that never do have, at the most, the given probability. Below 0 for so few
 * models that arms of one making separate more often than that.
 *
 * @param probability - of the separation, a fraction
 * @returns in (-1, 1)
 * @throws {RangeError} if a size is not a positive integer, or the probability is not in (0, 1)
 *
 * Source: inversion of {@link separationProbability}, as Clopper & Pearson 1934 do for one share.
 */
export function leastDifference(
  { suspect, control }: { readonly suspect: number; readonly control: number },
  probability: number,
): number {
  requireFraction('probability', probability);
  const ratio = probability / separationProbability(suspect, control);
  const difference = ratio ** (1 / (suspect + control)) - 1;
  // From there on the larger arm is sure, and the smaller one decides.
  const few = Math.min(suspect, control);
  return difference <= few / Math.max(suspect, control) ? difference : probability ** (1 / few);
}
