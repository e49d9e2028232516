import { ConfigError } from '../errors.js';
import type { ChatMessage } from '../types/chat.js';
import type { QuestionBank, SystemPrompt } from '../types/question-bank.js';

/** A question with the system prompt before it, if that has a text. */
export function composeMessages(systemPrompt: SystemPrompt, question: string): ChatMessage[] {
  const user: ChatMessage = { role: 'user', content: question };
  return systemPrompt.text === null ? [user] : [{ role: 'system', content: systemPrompt.text }, user];
}

/**
 * The bank's system prompts with these ids, in the order of the ids.
 *
 * @throws {ConfigError} if the bank has no system prompt of that id
 */
export function chooseSystemPrompts(bank: QuestionBank, ids: readonly string[]): SystemPrompt[] {
  return ids.map((id) => {
    const found = bank.systemPrompts.find((prompt) => prompt.id === id);
    if (found !== undefined) return found;
    const known = bank.systemPrompts.map((prompt) => `\`${prompt.id}\``).join(', ');
    throw new ConfigError(
      `System prompt \`${id}\` is not in the bank of probe \`${bank.id}\`: expected one of ${known}, got \`${id}\`.`,
    );
  });
}

/** The system prompt of probes that are asked under one only: `none` where the bank has it, else its first. */
export function plainSystemPrompt(bank: QuestionBank): SystemPrompt {
  const prompt = bank.systemPrompts.find(({ text }) => text === null) ?? bank.systemPrompts[0];
  return prompt ?? { id: 'none', text: null };
}
