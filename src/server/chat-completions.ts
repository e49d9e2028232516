import type { ReplyPiece } from '../engine/cut-reply.js';
import { CheckpointError } from '../errors.js';
import type { LocalModel } from '../models/local-model.js';
import type { TokensReply } from '../models/tokens-request.js';
import type { ChatMessage } from '../types/chat.js';
import { CHAT_BODY_SCHEMA, type ChatBody, type WireMessage } from './chat-body.js';
import { checkBody } from './check-body.js';
import { completeChoices, countUsage, requireRoom, type ChoicesPlan } from './complete-choices.js';
import { withoutNulls } from './read-body.js';
import { toSampling, wantsUsage } from './sampling-fields.js';
import type { WireContext } from './wire-context.js';
import { invalidRequest } from './wire-error.js';
import { toChatLogprobs, type ChatLogprobs } from './wire-logprobs.js';
import { json, type WireReply } from './wire-reply.js';

/**
 * Answers POST /v1/chat/completions.
 *
 * @throws {WireError} if the request is not valid, or the model's template does not take its messages
 */
export async function chatCompletions(
  given: Record<string, unknown>,
  context: WireContext,
  signal: AbortSignal,
): Promise<WireReply> {
  const body = checkBody(CHAT_BODY_SCHEMA, clean(given), 'POST /v1/chat/completions');
  const { id, model } = context.models.get(body.model);
  const topLogprobs = requestedLogprobs(body);
  const withUsage = wantsUsage(body);
  const prompt = encode(model, body.messages);
  requireRoom(model, prompt, { param: 'messages', replyTokens: 1 });
  const plan: ChoicesPlan = {
    prompts: [prompt],
    samples: body.n ?? 1,
    request: {
      ...toSampling(body, body.seed ?? context.nextSeed()),
      maxTokens: longestReply(body) ?? model.maxTokens,
      ...(topLogprobs === undefined ? {} : { topLogprobs }),
      signal,
    },
  };
  const head = {
    id: context.ids.next('chatcmpl-'),
    created: context.now(),
    model: id,
    system_fingerprint: context.fingerprint(model),
  };
  const show = ({ logprobs }: ReplyPiece): ChatLogprobs | null =>
    topLogprobs === undefined ? null : toChatLogprobs(logprobs, model.tokenizer);
  if (body.stream === true)
    return { kind: 'events', run: (send) => stream(model, plan, { head, show, withUsage, send }) };
  const replies = await completeChoices(model, plan);
  const choices = replies.map((reply, index) => ({
    index,
    message: { role: 'assistant', content: reply.text, refusal: null },
    logprobs: show(reply),
    finish_reason: reply.finishReason,
  }));
  return json({ ...head, object: 'chat.completion', choices, usage: countUsage(plan.prompts, replies) });
}

interface ChatStream {
  readonly head: object;
  readonly show: (piece: ReplyPiece) => ChatLogprobs | null;
  readonly withUsage: boolean;
  readonly send: (event: unknown) => void;
}

async function stream(
  model: LocalModel,
  plan: ChoicesPlan,
  { head, show, withUsage, send }: ChatStream,
): Promise<void> {
  const sendChunk = (choices: readonly object[], usage: object | null = null): void => {
    send({ ...head, object: 'chat.completion.chunk', choices, ...(withUsage ? { usage } : {}) });
  };
  const sendChoice = (index: number, delta: object, rest: object = {}): void => {
    sendChunk([{ index, delta, logprobs: null, finish_reason: null, ...rest }]);
  };
  for (let choice = 0; choice < plan.samples; choice++)
    sendChoice(choice, { role: 'assistant', content: '', refusal: null });
  const replies = await completeChoices(model, {
    ...plan,
    onPiece: (choice, piece) => {
      sendChoice(choice, { content: piece.text }, { logprobs: show(piece) });
    },
    onEnd: (choice, { finishReason }: TokensReply) => {
      sendChoice(choice, {}, { finish_reason: finishReason });
    },
  });
  if (withUsage) sendChunk([], countUsage(plan.prompts, replies));
}

/** Messages that OpenAI's own client gave out have fields that are `null`. */
function clean(body: Record<string, unknown>): Record<string, unknown> {
  const { messages } = body;
  if (!Array.isArray(messages)) return body;
  return {
    ...body,
    messages: messages.map((message: unknown) =>
      typeof message === 'object' && message !== null && !Array.isArray(message)
        ? withoutNulls(message)
        : message,
    ),
  };
}

function requestedLogprobs({ logprobs = false, top_logprobs: top }: ChatBody): number | undefined {
  if (top !== undefined && !logprobs) {
    throw invalidRequest('`top_logprobs` is set without `logprobs`: expected `logprobs` to be true.', {
      param: 'top_logprobs',
      code: 'invalid_value',
    });
  }
  return logprobs ? (top ?? 0) : undefined;
}

function longestReply({ max_tokens: older, max_completion_tokens: newer }: ChatBody): number | undefined {
  if (older !== undefined && newer !== undefined) {
    throw invalidRequest('`max_tokens` and `max_completion_tokens` are both set: expected one of them.', {
      param: 'max_tokens',
      code: 'invalid_value',
    });
  }
  return newer ?? older;
}

/** @throws {WireError} 400 if the model's template refuses the chat, for example because it knows no system role */
function encode(model: LocalModel, messages: readonly WireMessage[]): number[] {
  const chat = messages.map(({ role, content }): ChatMessage => ({
    role: role === 'developer' ? 'system' : role,
    content: typeof content === 'string' ? content : content.map(({ text }) => text).join(''),
  }));
  try {
    return model.tokenizer.encodeChat(chat, { addGenerationPrompt: true });
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error;
    throw invalidRequest(
      `\`messages\` do not fit the chat template of \`${model.identity.id}\`: expected roles and an order that it accepts.`,
      { param: 'messages', code: 'invalid_value' },
    );
  }
}
