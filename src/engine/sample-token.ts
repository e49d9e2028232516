import type { Random } from '../random.js';

export interface SamplingSettings {
  /** 0 is greedy. */
  readonly temperature: number;
  /** Nucleus in (0, 1]; 1 keeps everything. */
  readonly topP: number;
}

/**
 * A token drawn from softmax(logits / temperature), cut to the smallest set of most likely tokens with `topP` of the mass.
 *
 * Greedy takes the first of equals and draws nothing; otherwise one draw is taken.
 *
 * @param logits - (V,)
 * @throws {RangeError} if a logit is not a number
 *
 * Source: Holtzman et al. 2020 for the nucleus.
 */
export function sampleToken(logits: Float32Array, settings: SamplingSettings, random: Random): number {
  const best = indexOfLargest(logits);
  if (settings.temperature === 0) return best;
  const top = logits[best] ?? 0;
  const weights = Float64Array.from(logits, (logit) => Math.exp((logit - top) / settings.temperature));
  if (settings.topP < 1) keepNucleus(weights, settings.topP);
  let rest = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [token, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return token;
  }
  return best;
}

function indexOfLargest(logits: Float32Array): number {
  let best = 0;
  for (const [index, logit] of logits.entries()) {
    if (Number.isNaN(logit)) throw new RangeError(`Expected logit ${index} to be a number, got NaN.`);
    if (logit > (logits[best] ?? 0)) best = index;
  }
  return best;
}

/** Sets the weights to 0 outside the smallest set of largest weights that holds `topP` of the mass; ties by id. */
function keepNucleus(weights: Float64Array, topP: number): void {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // All tokens below this hold less than 1 - topP together, so that none of them is needed: few are left to sort.
  const floor = ((1 - topP) * total) / weights.length;
  const candidates = [...weights.entries()].filter(([, weight]) => weight >= floor);
  candidates.sort(([, a], [, b]) => b - a);
  weights.fill(0);
  let mass = 0;
  for (const [token, weight] of candidates) {
    weights[token] = weight;
    mass += weight;
    if (mass >= topP * total) return;
  }
}
