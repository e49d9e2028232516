import { NoAnswerError, ProviderError } from '../errors.js';
import type { ChatReply } from '../types/language-model.js';
import { countIn, isRecord, listIn, recordIn, textIn, type WireRecord } from './wire-fields.js';

/** What stands in front of every reply: who gave it, and what it took. */
export interface ReplyHead {
  readonly model: string | null;
  readonly fingerprint: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

const THINKING = /<(think|thinking|reasoning)>|\[(THINK)\]/i;
const THOUGHT = /^[\s\S]*(?:<\/(?:think|thinking|reasoning)>|\[\/THINK\])/i;

/** The head of a response; servers leave out any of it. */
export function parseHead(body: unknown): ReplyHead {
  const response = isRecord(body) ? body : {};
  const usage = recordIn(response, 'usage') ?? {};
  return {
    model: textIn(response, 'model'),
    fingerprint: textIn(response, 'system_fingerprint'),
    promptTokens: countIn(usage, 'prompt_tokens'),
    completionTokens: countIn(usage, 'completion_tokens'),
  };
}

/** The replies of a response. @throws {ProviderError} if it holds none */
export function parseChoices(body: unknown): readonly WireRecord[] {
  const choices = isRecord(body) ? listIn(body, 'choices').filter(isRecord) : [];
  if (choices.length > 0) return choices;
  const got = isRecord(body) ? `fields ${Object.keys(body).slice(0, 8).join(', ') || 'none'}` : typeof body;
  throw new ProviderError(
    `The server's response is no completion: expected a list \`choices\`, got ${got}. Check the base URL and \`--api\`.`,
    { isFatal: false },
  );
}

/** Refuses what the server itself marks as no answer of the model. @throws {NoAnswerError} */
export function requireAnswer(choice: WireRecord): void {
  const message = recordIn(choice, 'message') ?? {};
  if (choice['finish_reason'] === 'content_filter') {
    throw new NoAnswerError('content-filter', 'The server withheld the reply by its content filter.');
  }
  const part = listIn(message, 'content').find((one) => isRecord(one) && one['type'] === 'refusal');
  const refusal = textIn(message, 'refusal') ?? (isRecord(part) ? textIn(part, 'refusal') : null);
  if (refusal !== null) throw new NoAnswerError('refusal', refusal);
  if (choice['finish_reason'] === 'error') {
    throw new ProviderError('The server broke off the reply with an error.', { isFatal: false });
  }
}

function contentOf(choice: WireRecord): string {
  const message = recordIn(choice, 'message');
  if (message === undefined) return textIn(choice, 'text') ?? '';
  const parts = listIn(message, 'content').filter(isRecord);
  return textIn(message, 'content') ?? parts.map((part) => textIn(part, 'text') ?? '').join('');
}

/** Did the model think, in its text or in a field of its own. */
export function hasThought(choice: WireRecord): boolean {
  const message = recordIn(choice, 'message') ?? choice;
  const content = contentOf(choice);
  return (
    textIn(message, 'reasoning_content') !== null ||
    textIn(message, 'reasoning') !== null ||
    THINKING.test(content) ||
    THOUGHT.test(content)
  );
}

/** Tokens that the model is said to have thought in. */
export function reasoningTokens(body: unknown): number {
  const usage = isRecord(body) ? recordIn(body, 'usage') : undefined;
  const details = usage === undefined ? undefined : recordIn(usage, 'completion_tokens_details');
  return details === undefined ? 0 : (countIn(details, 'reasoning_tokens') ?? 0);
}

/**
 * The text of a reply without the thinking in front of it.
 *
 * A letter inside the thinking is not the answer, so thinking that was opened and not closed leaves no answer.
 *
 * @throws {NoAnswerError} `refusal`, `content-filter`, `unfinished-thinking`, `length` or `empty`
 */
export function parseReply(choice: WireRecord, body: unknown): ChatReply {
  requireAnswer(choice);
  const finishReason = /length|max_tokens/i.test(String(choice['finish_reason'])) ? 'length' : 'stop';
  // Lone surrogates would not survive being written as UTF-8.
  const content = contentOf(choice).replace(/\p{Cs}/gu, '\uFFFD');
  const text = content.replace(THOUGHT, '');
  const isThinking =
    THINKING.test(text) || (text.trim() === '' && (hasThought(choice) || reasoningTokens(body) > 0));
  if (isThinking) {
    const how = finishReason === 'length' ? 'The tokens ran out' : 'The reply ended';
    throw new NoAnswerError('unfinished-thinking', `${how} before the model had ended its thinking.`);
  }
  if (text.trim() === '') {
    throw finishReason === 'length'
      ? new NoAnswerError('length', 'The tokens ran out before any text.')
      : new NoAnswerError('empty', 'The reply has no text.');
  }
  return { text, finishReason, completionTokens: parseHead(body).completionTokens ?? 0 };
}
