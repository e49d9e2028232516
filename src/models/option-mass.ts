import { NoAnswerError } from '../errors.js';
import type { ChoicesReply } from '../types/language-model.js';
import { foldOptions, foldSpelling } from './fold-spelling.js';

/** A token that could have stood at one place, with its natural logarithm of probability as the server gave it. */
export interface TokenAlternative {
  readonly text: string;
  readonly logprob: unknown;
}

/** Sums of a few rounded probabilities miss 1 by less. */
const ROUNDING = 1e-3;

/**
 * Most tokens that can spell one option and be missing from a list: bare or after a space; lower case, capitalised or
 * upper case; alone or in a bracket.
 */
const SPELLINGS = 12;

/** JSON has no infinity; servers write it as a word, or as null, which could be anything. */
const MINUS_INFINITY = ['-inf', '-infinity'];

function alarm(message: string): NoAnswerError {
  return new NoAnswerError('not-finite', message);
}

/** P of an alternative. Sentinels for "next to nothing", -100 or -9999, come out as what they mean. */
function probabilityOf({ text, logprob }: TokenAlternative): number {
  if (typeof logprob === 'string' && MINUS_INFINITY.includes(logprob.toLowerCase())) return 0;
  if (logprob === Number.NEGATIVE_INFINITY) return 0;
  if (typeof logprob !== 'number' || Number.isNaN(logprob) || logprob > ROUNDING) {
    throw alarm(
      `The server gave no log-probability for the token ${JSON.stringify(text)}: expected a number <= 0, got ${JSON.stringify(logprob)} (${typeof logprob}).`,
    );
  }
  return Math.min(1, Math.exp(logprob));
}

interface Listed {
  readonly spelling: string;
  readonly probability: number;
}

function sumOf(listed: readonly Listed[]): number {
  return listed.reduce((sum, { probability }) => sum + probability, 0);
}

/** @throws {NoAnswerError} if they add up to more than 1, as zeros in place of logarithms do */
function requireDistribution(listed: readonly Listed[]): void {
  const total = sumOf(listed);
  if (total <= 1 + ROUNDING) return;
  const what = listed.every(({ probability }) => probability === 1) ? ', all of them 0,' : '';
  throw alarm(
    `The server gave ${listed.length} log-probabilities${what} that no distribution has: expected probabilities of at most 1 together, got ${total.toPrecision(4)}.`,
  );
}

/**
 * Probability that the listed tokens give to one option: of all tokens that spell it; where none does, of those that are
 * its longest beginning on the list and begin no other option.
 */
function massOf(
  option: string,
  listed: readonly Listed[],
  others: readonly string[],
): { readonly whole: number; readonly beginning: number } {
  const whole = listed.filter(({ spelling }) => spelling === option);
  if (whole.length > 0) return { whole: sumOf(whole), beginning: 0 };
  const begins = listed.filter(
    ({ spelling }) =>
      spelling !== '' && option.startsWith(spelling) && others.every((other) => !other.startsWith(spelling)),
  );
  const longest = Math.max(0, ...begins.map(({ spelling }) => spelling.length));
  return { whole: 0, beginning: sumOf(begins.filter(({ spelling }) => spelling.length === longest)) };
}

/**
 * Probability of each option from the likeliest tokens of the reply's first place.
 *
 * All spellings of an option count together, as `log Σ exp(logprob)` would have it, and so do tokens that are listed twice.
 * What was not listed is not taken for nothing: each option may have up to `uncovered` more, the smaller of the mass that
 * the list leaves and of {@link SPELLINGS} times its smallest probability. `missing` is what fell on no option, so that the
 * true probability lies in `[p, p + uncovered]`, and that in `[p, p + missing]`.
 *
 * An option of several tokens is known by its first alone; that part is `byBeginning`, and could be less.
 *
 * @param count - tokens that were asked for; only that many of the likeliest count
 * @throws {NoAnswerError} `not-finite`, if a log-probability is none, or they add up to more than 1
 *
 * Source: own; merging as in the inference code of arXiv 2501.11120.
 */
export function optionMass(
  alternatives: readonly TokenAlternative[],
  options: readonly string[],
  count: number,
): ChoicesReply {
  if (alternatives.length === 0) throw alarm('The reply lists no tokens to choose from.');
  const all = alternatives
    .map((alternative): Listed => ({
      spelling: foldSpelling(alternative.text),
      probability: probabilityOf(alternative),
    }))
    .sort((one, other) => other.probability - one.probability);
  requireDistribution(all);
  // A server may add the token that it drew, which another draw would not.
  const listed = all.slice(0, count);
  const total = sumOf(listed);
  const folded = foldOptions(options);
  const masses = folded.map((option, index) =>
    massOf(
      option,
      listed,
      folded.filter((_, place) => place !== index),
    ),
  );
  const probabilities = masses.map(({ whole, beginning }) => Math.min(1, whole + beginning));
  const onOptions = Math.min(
    1,
    probabilities.reduce((sum, probability) => sum + probability, 0),
  );
  const smallest = listed.at(-1)?.probability ?? 0;
  const byBeginning = masses.reduce((sum, { beginning }) => sum + beginning, 0);
  return {
    probabilities,
    missing: 1 - onOptions,
    uncovered: Math.min(Math.max(0, 1 - total), 1 - onOptions, SPELLINGS * smallest),
    ...(byBeginning > 0 ? { byBeginning: Math.min(1, byBeginning) } : {}),
  };
}
