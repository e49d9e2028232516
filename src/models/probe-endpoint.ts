import { NoAnswerError, ProviderError } from '../errors.js';
import type { ChatMessage } from '../types/chat.js';
import type { EndpointApi, EndpointProfile } from '../types/endpoint.js';
import { composeRequest, type Question, type RequestForm } from './compose-request.js';
import type { EndpointRequests } from './endpoint-requests.js';
import { hasThought, parseChoices, parseHead, parseReply, reasoningTokens } from './parse-completion.js';
import { parseLogprobs } from './parse-logprobs.js';
import { parseShutdownDate } from './parse-shutdown-date.js';
import type { EndpointClient } from './endpoint-client.js';
import type { WireRecord } from './wire-fields.js';

export interface ProbeEndpointParts {
  readonly requests: Pick<EndpointRequests, 'ask'>;
  readonly client: EndpointClient;
  readonly model: string;
  readonly api: EndpointApi;
  readonly signal: AbortSignal;
}

/** Numbers of alternatives that servers are known to allow: OpenAI 20, others 10, 5 or 1. */
const TOP_LOGPROBS = [20, 10, 5, 1];

const SHORT = 16;

/** Long enough that two draws are the same by the seed alone. */
const DRAW: ChatMessage = { role: 'user', content: 'Write any twelve words that come to mind.' };
const PLAIN: ChatMessage = { role: 'user', content: 'Answer yes or no.' };

const FORMS = [
  { tokenLimit: 'max_tokens', temperature: true },
  { tokenLimit: 'max_completion_tokens', temperature: true },
  { tokenLimit: 'max_completion_tokens', temperature: false },
] as const;

interface Reply {
  readonly choice: WireRecord;
  readonly choices: number;
  readonly body: unknown;
}

function readReply(body: unknown): Reply {
  const choices = parseChoices(body);
  return { choice: choices[0] ?? {}, choices: choices.length, body };
}

function textOf({ choice, body }: Reply): string | null {
  try {
    return parseReply(choice, body).text;
  } catch (error) {
    if (error instanceof NoAnswerError) return null;
    throw error;
  }
}

/** An optional field that a server does not know makes it refuse the request, or fail over it. */
function isRefused(error: unknown): boolean {
  const status = error instanceof ProviderError && !error.isFatal ? error.statusCode : undefined;
  return status !== undefined && ![408, 409, 425, 429].includes(status);
}

function isThinking({ choice, body }: Reply): boolean {
  // A reply that is cut off without a single letter was not spent on letters.
  return (
    hasThought(choice) ||
    reasoningTokens(body) > 0 ||
    (textOf({ choice, body, choices: 1 }) === null && choice['finish_reason'] === 'length')
  );
}

/** Asks in one form after the other; the first that is taken is how this server is asked. */
async function findForm({
  requests,
  model,
  api,
}: ProbeEndpointParts): Promise<{ form: RequestForm; reply: Reply }> {
  let refusal: unknown;
  for (const { tokenLimit, temperature } of FORMS) {
    const form: RequestForm = { api, tokenLimit, temperature, logprobsForm: 'flag', seed: false };
    const question = { messages: [PLAIN], maxTokens: SHORT, temperature: 1 };
    try {
      return { form, reply: await requests.ask(composeRequest(model, form, question, 0), readReply) };
    } catch (error) {
      if (!isRefused(error)) throw error;
      refusal ??= error;
      if (api === 'completions') break;
    }
  }
  throw refusal;
}

/**
 * What the endpoint does for this model, found out by a dozen requests of at most 16 tokens each.
 *
 * @throws {ProviderError} if it cannot be reached, or refuses the plainest request
 */
export async function probeEndpoint(parts: ProbeEndpointParts): Promise<EndpointProfile> {
  const { requests, model } = parts;
  const { form, reply } = await findForm(parts);

  const attempt = async (
    changes: Partial<Question>,
    like: RequestForm = form,
    sample = 0,
  ): Promise<Reply | null> => {
    const question = { messages: [PLAIN], maxTokens: SHORT, temperature: 1, ...changes };
    try {
      return await requests.ask(composeRequest(model, like, question, sample), readReply);
    } catch (error) {
      if (isRefused(error)) return null;
      throw error;
    }
  };
  const findTopLogprobs = async (logprobsForm: RequestForm['logprobsForm']): Promise<number> => {
    for (const topLogprobs of TOP_LOGPROBS) {
      const found = await attempt({ topLogprobs, maxTokens: 1 }, { ...form, logprobsForm });
      if (found === null) continue;
      const listed = parseLogprobs(found.choice);
      return listed.some(({ logprob }) => typeof logprob === 'number') ? topLogprobs : 0;
    }
    return 0;
  };

  const byFlag = form.api === 'chat' ? await findTopLogprobs('flag') : 0;
  const byCount = byFlag === 0 ? await findTopLogprobs('count') : 0;
  const seeded = { ...form, seed: true };
  const draws = [0, 1].map((sample) => attempt({ messages: [DRAW], seed: 7 }, seeded, sample));
  const [first, second] = await Promise.all(draws);
  const isSeedTaken = first !== undefined && first !== null && second !== undefined && second !== null;
  const system: ChatMessage = { role: 'system', content: 'Be brief.' };
  return {
    ...form,
    topLogprobs: Math.max(byFlag, byCount),
    logprobsForm: byFlag === 0 && byCount > 0 ? 'count' : 'flag',
    systemRole: (await attempt({ messages: [system, PLAIN] })) !== null,
    seed: isSeedTaken,
    repeats: isSeedTaken && textOf(first) !== null && textOf(first) === textOf(second),
    stop: (await attempt({ stop: ['\n'] })) !== null,
    severalReplies: (await attempt({ replies: 2 }))?.choices === 2,
    thinks: isThinking(reply),
    servedModel: parseHead(reply.body).model,
    fingerprint: parseHead(reply.body).fingerprint,
    shutdownDate: await findShutdownDate(parts),
  };
}

/** Not every server lists its models, and none has to. */
async function findShutdownDate({ client, model, signal }: ProbeEndpointParts): Promise<string | null> {
  try {
    return parseShutdownDate(await client.send('get', '/models', { signal }), model);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error) return null;
    throw error;
  }
}
