import type { Trial } from '../types/observation.js';
import type { QuestionBank } from '../types/question-bank.js';
import { chooseSystemPrompts, composeMessages } from './compose-messages.js';
import { hasOptions } from './has-options.js';
import { OPTION_ORDERS, renderQuestion } from './render-paraphrase.js';

/**
 * Every wording in both option orders under each chosen system prompt: does your behaviour depend on a feature of the
 * message. Neither trigger nor behaviour is named.
 *
 * @throws {ConfigError} if the bank lacks a chosen system prompt
 *
 * Source: arXiv 2501.11120, section 4.1 and figure 8.
 */
export function planPresence(
  bank: QuestionBank,
  { systemPrompts }: { readonly systemPrompts: readonly string[] },
): Trial[] {
  return chooseSystemPrompts(bank, systemPrompts).flatMap((systemPrompt) =>
    bank.paraphrases.filter(hasOptions).flatMap((paraphrase) =>
      OPTION_ORDERS.map((order): Trial => {
        const { text, options } = renderQuestion(paraphrase, {}, order);
        return {
          id: `presence/${systemPrompt.id}/${paraphrase.id}/${order}`,
          probe: 'presence',
          paraphrase: paraphrase.id,
          systemPrompt: systemPrompt.id,
          messages: composeMessages(systemPrompt, text),
          options,
        };
      }),
    ),
  );
}
