import { JaroWinklerDistance } from 'natural/lib/natural/distance/index.js';

/** Below it, names of our schemas that have nothing to do with each other (`seed`, `score`) begin to match. */
const SIMILAR = 0.85;

/**
 * The known name that is most like the one given, or `undefined` if none is alike; the first of equals.
 *
 * Source: Winkler 1990 (Jaro-Winkler similarity), as in the package natural.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestSimilarity = SIMILAR;
  for (const candidate of known) {
    const similarity = JaroWinklerDistance(name, candidate, { ignoreCase: true });
    if (similarity > bestSimilarity) [best, bestSimilarity] = [candidate, similarity];
  }
  return best;
}
