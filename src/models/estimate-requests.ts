import type { EndpointProfile } from '../types/endpoint.js';
import type { ChatMessage } from '../types/chat.js';
import { DRAWN_TOKENS, estimatorOf, ROOM_FOR_THINKING } from './endpoint-model.js';
import type { ResolvedEndpointOptions } from './endpoint-options.js';
import type { TokenUse } from './request-budget.js';

/** What is going to be asked. */
export interface PlannedQuestion {
  readonly messages: readonly ChatMessage[];
  /** Replies to choose from; text is asked for if absent. */
  readonly options?: unknown;
  readonly maxTokens?: number;
}

/** Requests and tokens; of the prompts about so many, of the replies at most so many. */
export interface RequestEstimate extends TokenUse {
  readonly requests: number;
}

/** Four bytes a token hold for English text in the common vocabularies; a message adds a few of its own. */
const BYTES_PER_TOKEN = 4;
const TOKENS_PER_MESSAGE = 4;

/** @param profile - `null` if the endpoint was never asked: then it is taken to give log-probabilities, and not to think */
export function estimateRequests(
  { messages, options, maxTokens = 0 }: PlannedQuestion,
  profile: EndpointProfile | null,
  { withoutLogprobs, samples }: Pick<ResolvedEndpointOptions, 'withoutLogprobs' | 'samples'>,
): RequestEstimate {
  const bytes = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  const prompt = Math.ceil(bytes / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * messages.length;
  const room = profile?.thinks === true ? ROOM_FOR_THINKING : 0;
  if (options === undefined) return { requests: 1, promptTokens: prompt, completionTokens: maxTokens + room };
  const isDrawn = profile !== null && estimatorOf(profile, withoutLogprobs) === 'samples';
  if (!isDrawn) return { requests: 1, promptTokens: prompt, completionTokens: 1 };
  const requests = profile.severalReplies ? 1 : samples;
  return {
    requests,
    promptTokens: requests * prompt,
    completionTokens: samples * (DRAWN_TOKENS + room),
  };
}
