import { IncompleteRunError, NoAnswerError, ProviderError } from '../errors.js';
import type { ChoicesReply, LanguageModel } from '../types/language-model.js';
import type { FailureKind, Outcome, Trial } from '../types/observation.js';
import { offMenu } from './off-menu.js';

/** Longest failure message that is kept: a server's error page is no observation. */
const LONGEST_MESSAGE = 300;

/** Sums of a few float32 probabilities miss 1 by less. */
const ROUNDING = 1e-3;

function failure(kind: FailureKind, message: string): Outcome {
  return { kind: 'failure', failure: kind, message: message.slice(0, LONGEST_MESSAGE) };
}

function isProbability(value: number): boolean {
  return value >= 0 && value <= 1 + ROUNDING;
}

/** Some failures are not of the trial but of the run: no other request would fare better. */
export function endsRun(error: unknown): boolean {
  return error instanceof IncompleteRunError || (error instanceof ProviderError && error.isFatal);
}

function readChoices(
  { probabilities, missing, ...seen }: ChoicesReply,
  options: NonNullable<Trial['options']>,
  minimumOptionMass: number,
): Outcome {
  const mass = probabilities.reduce((sum, probability) => sum + probability, 0);
  if (probabilities.length !== options.length || ![...probabilities, mass, missing].every(isProbability)) {
    const got = `${probabilities.join(', ')} and ${missing} missing`;
    return failure(
      'not-finite',
      `Expected ${options.length} probabilities of mutually exclusive replies, got ${got}.`,
    );
  }
  const refused = offMenu(mass, options, minimumOptionMass);
  if (refused?.kind === 'failure') return failure(refused.failure, refused.message);
  const entries = options.map(({ means }, index) => [means, probabilities[index] ?? 0] as const);
  return { kind: 'choice', probabilities: Object.fromEntries(entries), missing, ...seen };
}

/**
 * What came of one trial. Whatever is no answer is a failure of its kind, and none of them becomes a number:
 * `off-menu` if the options have less than `minimumOptionMass` together, `not-finite` if the probabilities are none,
 * `empty` or `length` if no text came (`length`: the tokens ran out before any), the kind that the model itself gives to a
 * reply that is no answer, and `error` if the request was rejected.
 *
 * @throws {IncompleteRunError} or {@link ProviderError}, if nothing else that is asked would be answered either
 */
export async function ask(model: LanguageModel, trial: Trial, minimumOptionMass: number): Promise<Outcome> {
  const { messages, options } = trial;
  try {
    if (options !== undefined) {
      const reply = await model.choices({ messages, options: options.map((option) => option.reply) });
      return readChoices(reply, options, minimumOptionMass);
    }
    const { text, finishReason } = await model.chat({
      messages,
      maxTokens: trial.maxTokens ?? 0,
      temperature: trial.temperature ?? 0,
      topP: 1,
      seed: trial.seed ?? 0,
    });
    if (text.trim() !== '') return { kind: 'text', text, finishReason };
    return finishReason === 'length'
      ? failure('length', `No text within ${trial.maxTokens ?? 0} tokens.`)
      : failure('empty', 'The reply has no text.');
  } catch (error) {
    if (endsRun(error)) throw error;
    if (error instanceof NoAnswerError) return failure(error.failure, error.message);
    return failure('error', error instanceof Error ? error.message : String(error));
  }
}
