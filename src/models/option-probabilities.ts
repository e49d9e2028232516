import type { ScoringSession } from '../engine/scoring-session.js';
import type { Weights } from '../engine/weights.js';

/** A prompt and the replies that it could have, as tokens. */
export interface TokenizedChoice {
  readonly prompt: readonly number[];
  readonly options: readonly (readonly number[])[];
}

/**
 * Token ids of each option.
 *
 * @throws {RangeError} if an option has no tokens, or begins another one: then their probabilities are not of different replies
 */
export function encodeOptions(
  encode: (text: string) => readonly number[],
  options: readonly string[],
): (readonly number[])[] {
  const encoded = options.map((text) => ({ text, ids: encode(text) }));
  for (const [index, { text, ids }] of encoded.entries()) {
    if (ids.length === 0)
      throw new RangeError(`Expected option ${JSON.stringify(text)} to have tokens, got none.`);
    const longer = encoded.find(
      (other, place) => place !== index && ids.every((id, at) => id === other.ids[at]),
    );
    if (longer === undefined) continue;
    throw new RangeError(
      `Expected options of which none begins another, got ${JSON.stringify(text)} and ${JSON.stringify(longer.text)}.`,
    );
  }
  return encoded.map(({ ids }) => ids);
}

/**
 * P(option | prompt) = product of the probabilities of its tokens, for each option of each choice.
 *
 * Options of one token share one pass over their prompt.
 */
export async function optionProbabilities(
  session: ScoringSession,
  weights: Weights,
  choices: readonly TokenizedChoice[],
): Promise<number[][]> {
  const probabilities = choices.map(({ options }) => options.map(() => Number.NaN));
  const places = choices.flatMap(({ prompt, options }, choice) =>
    options.map((continuation, option) => ({ choice, option, prompt, continuation })),
  );
  const set = ({ choice, option }: { choice: number; option: number }, logprob: number): void => {
    (probabilities[choice] as number[])[option] = Math.exp(logprob);
  };

  const single = places.filter(({ continuation }) => continuation.length === 1);
  const candidates = [...new Set(single.flatMap(({ continuation }) => continuation))];
  const asked = [...new Set(single.map(({ choice }) => choice))];
  const prompts = asked.map((choice) => (choices[choice] as TokenizedChoice).prompt);
  const rows = await session.nextTokenLogprobs(weights, prompts, candidates);
  for (const place of single) {
    const column = candidates.indexOf(place.continuation[0] ?? -1);
    set(place, rows[asked.indexOf(place.choice)]?.[column] ?? Number.NaN);
  }

  const longer = places.filter(({ continuation }) => continuation.length > 1);
  const scores = await session.scoreContinuations(weights, longer);
  for (const [index, place] of longer.entries()) set(place, scores[index]?.total ?? Number.NaN);
  return probabilities;
}
