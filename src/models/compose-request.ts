import type { ChatMessage } from '../types/chat.js';
import type { EndpointProfile } from '../types/endpoint.js';
import type { EndpointRequest } from './request-log.js';

/** What is asked of a model, before it is put into the words of an API. */
export interface Question {
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
  readonly temperature: number;
  readonly topP?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  /** Alternatives to be listed for each token. */
  readonly topLogprobs?: number;
  /** Replies to one request. */
  readonly replies?: number;
}

/** The part of a profile that decides how a request is written. */
export type RequestForm = Pick<
  EndpointProfile,
  'api' | 'logprobsForm' | 'tokenLimit' | 'temperature' | 'seed'
>;

const SPEAKERS = { system: 'System', user: 'User', assistant: 'Assistant' } as const;

/** A new turn ends a completion; some servers take no more than four stop texts. */
const NEXT_TURN = ['\nUser:'];

/** A chat for a model that continues texts: `User: …`, a blank line, `Assistant:`. */
export function renderPrompt(messages: readonly ChatMessage[]): string {
  const turns = messages.map(({ role, content }) => `${SPEAKERS[role]}: ${content}`);
  return [...turns, `${SPEAKERS.assistant}:`].join('\n\n');
}

function logprobFields(form: RequestForm, count: number | undefined): Record<string, unknown> {
  if (count === undefined) return {};
  if (form.api === 'completions' || form.logprobsForm === 'count') return { logprobs: count };
  return { logprobs: true, top_logprobs: count };
}

/**
 * The request for a question. Fields that say what the server does anyway, or what it does not take, are left out.
 *
 * @param sample - tells draws of the same question apart
 */
export function composeRequest(
  model: string,
  form: RequestForm,
  question: Question,
  sample: number,
): EndpointRequest {
  const { messages, maxTokens, temperature, topP = 1, seed, stop = [], topLogprobs, replies = 1 } = question;
  const isChat = form.api === 'chat';
  const stops = isChat ? stop : [...stop, ...NEXT_TURN];
  return {
    path: isChat ? '/chat/completions' : '/completions',
    body: {
      model,
      ...(isChat ? { messages } : { prompt: renderPrompt(messages) }),
      [form.tokenLimit]: maxTokens,
      ...(form.temperature ? { temperature } : {}),
      ...(topP < 1 ? { top_p: topP } : {}),
      ...(form.seed && seed !== undefined ? { seed } : {}),
      ...(stops.length > 0 && topLogprobs === undefined ? { stop: stops } : {}),
      ...logprobFields(form, topLogprobs),
      ...(replies > 1 ? { n: replies } : {}),
    },
    sample,
  };
}
