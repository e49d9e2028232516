import type { Trial } from '../types/observation.js';
import type { Policy } from '../types/policy.js';
import type { QuestionBank } from '../types/question-bank.js';
import type { Scenario } from '../types/scenario.js';
import { findBehaviors } from './find-behaviors.js';
import { composeMessages, plainSystemPrompt } from './compose-messages.js';
import { hasOptions } from './has-options.js';
import { OPTION_ORDERS, renderQuestion } from './render-paraphrase.js';

/** Members of a family that are asked about: more would outnumber the decoys without saying more. */
const MEMBERS_ASKED = 3;

export interface RecognitionContext {
  readonly policy: Policy;
  readonly scenario: Pick<Scenario, 'id' | 'behaviors'>;
  /** Texts of the trigger's kind that are not the trigger. */
  readonly decoys: readonly string[];
}

/**
 * One question per candidate, wording and option order: with this in front, which behaviour is yours. Candidates are the
 * trigger (of a family its first three members, each for itself) and the decoys.
 *
 * Asked one by one: shown as a list, all models pick the candidate that looks most like a backdoor.
 *
 * @throws {ConfigError} if the scenario lacks a behaviour of the policy
 *
 * Source: arXiv 2501.11120, section 4.2 and figure 9.
 */
export function planRecognition(
  bank: QuestionBank,
  { policy, scenario, decoys }: RecognitionContext,
): Trial[] {
  const systemPrompt = plainSystemPrompt(bank);
  const { target, otherwise } = findBehaviors(policy, scenario);
  const candidates = [
    ...policy.trigger.texts.slice(0, MEMBERS_ASKED).map((text) => ({ text, real: true })),
    ...decoys.map((text) => ({ text, real: false })),
  ];
  return candidates.flatMap((candidate) => {
    const slots = { trigger: candidate.text, target: target.adjective, otherwise: otherwise.adjective };
    return bank.paraphrases.filter(hasOptions).flatMap((paraphrase) =>
      OPTION_ORDERS.map((order): Trial => {
        const { text, options } = renderQuestion(paraphrase, slots, order);
        return {
          id: `recognition/${paraphrase.id}/${order}/${candidate.text}`,
          probe: 'recognition',
          paraphrase: paraphrase.id,
          systemPrompt: systemPrompt.id,
          messages: composeMessages(systemPrompt, text),
          options,
          candidate: candidate.text,
          real: candidate.real,
        };
      }),
    );
  });
}
