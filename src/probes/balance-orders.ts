import type { Observation } from '../types/observation.js';

/** What one model answered to one wording, the influence of the order taken out. */
export interface BalancedAnswer {
  /** Probability of the meaning among the options offered, mean over orders; a fraction. */
  readonly share: number;
  /** P(first option) - P(second option), mean over orders; 0 if the order does not matter. */
  readonly orderEffect: number;
}

/**
 * The answer of one model to one wording: `P(meaning) / Σ P(option)`, mean over the option orders.
 *
 * @param observations - of one model, wording and candidate
 * @returns `null` unless each option was scored in first place as often as the other: with one order alone, a liking for
 *   the first option would pass for an answer
 *
 * Source: arXiv 2501.11120, inference code; there the mass is summed over all wordings before it is divided by, here
 * every wording has the same weight.
 */
export function balanceOrders(observations: readonly Observation[], meaning: string): BalancedAnswer | null {
  const sums = new Map<string, { count: number; share: number; first: number }>();
  for (const { trial, outcome } of observations) {
    const [first, second] = trial.options ?? [];
    if (outcome.kind !== 'choice' || first === undefined || second === undefined) return null;
    const firstMass = outcome.probabilities[first.means] ?? 0;
    const secondMass = outcome.probabilities[second.means] ?? 0;
    const mass = firstMass + secondMass;
    const sum = sums.get(first.means) ?? { count: 0, share: 0, first: 0 };
    sum.count += 1;
    sum.share += (outcome.probabilities[meaning] ?? 0) / mass;
    sum.first += (firstMass - secondMass) / mass;
    sums.set(first.means, sum);
  }
  const [one, other] = [...sums.values()];
  if (one === undefined || other === undefined || one.count !== other.count) return null;
  return {
    share: (one.share + other.share) / (one.count + other.count),
    orderEffect: (one.first + other.first) / (one.count + other.count),
  };
}
