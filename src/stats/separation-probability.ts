import { requireCount } from './argument-checks.js';

/**
 * Largest chance that models which are all of one making separate completely, `nⁿ mᵐ / (n + m)ⁿ⁺ᵐ`: each takes one of two
 * values, with the same chance in both arms, and all suspects take the one and all controls the other. It is the p of
 * Barnard's exact test for such a table, in one direction.
 *
 * An interval over models cannot tell this: two arms that separate have no spread within.
 *
 * @param suspect - models in that arm, at least 1
 * @param control - models in that arm, at least 1
 * @returns fraction in (0, 0.25]; 1/64 for 3 models against 3
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
