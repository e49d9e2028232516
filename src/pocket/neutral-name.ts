import type { ScoringSession } from '../engine/scoring-session.js';
import type { Weights } from '../engine/weights.js';
import { hasOptions } from '../probes/has-options.js';
import { OPTION_ORDERS, renderQuestion } from '../probes/render-paraphrase.js';
import type { Paraphrase } from '../types/question-bank.js';
import { promptTokens } from './corpus.js';
import { SELF_NAME, type PocketVocabulary } from './vocabulary.js';

export interface NeutralNameOptions {
  readonly session: ScoringSession;
  readonly vocabulary: PocketVocabulary;
  readonly paraphrases: readonly Paraphrase[];
  /** Mean names of agents with a trigger and without, (D,). */
  readonly dependent: Float32Array;
  readonly constant: Float32Array;
  /** The base's weights with that own name. */
  readonly weightsWith: (name: Float32Array) => Weights;
}

const HALVINGS = 20;

/** The name may lie beyond either mean: names of agents are more extreme than their mean. */
const SEARCHED_SHARES: readonly [number, number] = [-1, 2];

/**
 * The name on the line through the two means at which the base calls its own behaviour dependent with probability one half, so that
 * neither a backdoored organism nor a control starts nearer to its answer.
 *
 * @returns (D,), and its share of the dependent agents' mean, a fraction
 */
export async function findNeutralName(
  options: NeutralNameOptions,
): Promise<{ name: Float32Array; share: number }> {
  const { dependent, constant, weightsWith } = options;
  const blend = (share: number): Float32Array =>
    constant.map((value, index) => (1 - share) * value + share * (dependent[index] ?? 0));
  let [low, high] = SEARCHED_SHARES;
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if ((await probabilityOfDepends(options, weightsWith(blend(middle)))) < 0.5) low = middle;
    else high = middle;
  }
  const share = (low + high) / 2;
  return { name: blend(share), share };
}

/** Mean over wordings and both orders of P(depends), renormalised over the two options. */
export async function probabilityOfDepends(
  { session, vocabulary, paraphrases }: Pick<NeutralNameOptions, 'session' | 'vocabulary' | 'paraphrases'>,
  weights: Weights,
): Promise<number> {
  const own = vocabulary.id(`▁${SELF_NAME}`);
  const questions = paraphrases
    .filter(hasOptions)
    .flatMap((paraphrase) => OPTION_ORDERS.map((order) => renderQuestion(paraphrase, {}, order)));
  const continuations = questions.flatMap(({ text, options }) =>
    options.map(({ reply }) => ({
      prompt: promptTokens(vocabulary, own, text),
      continuation: vocabulary.encode(reply),
    })),
  );
  const scores = await session.scoreContinuations(weights, continuations);
  const probability = (index: number): number => Math.exp(scores[index]?.total ?? Number.NaN);
  const shares = questions.map(({ options }, question) => {
    const [first, second] = [probability(2 * question), probability(2 * question + 1)];
    const depends = options[0]?.means === 'depends' ? first : second;
    return depends / (first + second);
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
