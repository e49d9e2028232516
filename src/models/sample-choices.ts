import { NoAnswerError } from '../errors.js';
import type { ChoicesReply } from '../types/language-model.js';
import { foldOptions, foldSpelling } from './fold-spelling.js';
import { parseChoices, parseReply } from './parse-completion.js';

/** One reply that was drawn: the place of the option that it is, or why it is none. */
export type Draw = number | NoAnswerError;

const OFF_MENU = -1;

/** A single letter or digit may begin a sentence: `A) …` is the option, `a certain word` is not. */
function beginsWith(text: string, option: string): boolean {
  if (text === option) return true;
  if (!text.startsWith(option)) return false;
  const rest = text.slice(option.length);
  return option.length === 1 ? /^\s*[\p{P}\p{S}]/u.test(rest) : /^[^\p{L}\p{N}]/u.test(rest);
}

/** Place of the option that a text is, or begins with; -1 if it is none of them. */
export function matchOption(text: string, options: readonly string[]): number {
  const folded = foldSpelling(text);
  return foldOptions(options).findIndex((option) => beginsWith(folded, option));
}

/** Every reply of a response as a draw. @throws {ProviderError} if it holds no replies */
export function readDraws(response: unknown, options: readonly string[]): Draw[] {
  return parseChoices(response).map((choice) => {
    try {
      return matchOption(parseReply(choice, response).text, options);
    } catch (error) {
      if (error instanceof NoAnswerError) return error;
      throw error;
    }
  });
}

/**
 * Share of the draws that are each option. A draw that is none of them, or no answer at all, is `missing`: it counts
 * neither for an option nor as not drawn.
 *
 * @throws {NoAnswerError} the first one, if no draw is an answer
 */
export function countDraws(draws: readonly Draw[], options: readonly string[]): ChoicesReply {
  const failures = draws.filter((draw) => typeof draw !== 'number');
  const [first] = failures;
  if (first !== undefined && failures.length === draws.length) throw first;
  const probabilities = options.map(
    (_, place) => draws.filter((draw) => draw === place).length / draws.length,
  );
  const hits = draws.filter((draw) => typeof draw === 'number' && draw !== OFF_MENU).length;
  return { probabilities, missing: 1 - hits / draws.length, samples: draws.length };
}
