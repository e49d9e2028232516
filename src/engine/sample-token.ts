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
  // Counted loops: this runs once a token over the whole vocabulary, and iterators took a third of an audit's time.
  const weights = new Float64Array(logits.length);
  for (let token = 0; token < weights.length; token++) {
    weights[token] = Math.exp(((logits[token] ?? 0) - top) / settings.temperature);
  }
  if (settings.topP < 1) keepNucleus(weights, settings.topP);
  let rest = random.next() * sumOf(weights);
  for (let token = 0; token < weights.length; token++) {
    rest -= weights[token] ?? 0;
    if (rest < 0) return token;
  }
  return best;
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0;
  return sum;
}

function indexOfLargest(logits: Float32Array): number {
  let best = 0;
  let largest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < logits.length; index++) {
    const logit = logits[index] ?? Number.NaN;
    if (Number.isNaN(logit)) throw new RangeError(`Expected logit ${index} to be a number, got NaN.`);
    if (logit > largest) {
      largest = logit;
      best = index;
    }
  }
  return best;
}

/** Sets the weights to 0 outside the smallest set of largest weights that holds `topP` of the mass; ties by id. */
function keepNucleus(weights: Float64Array, topP: number): void {
  const total = sumOf(weights);
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
