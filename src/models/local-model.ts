import type { CompletionRequest } from '../engine/completion.js';
import { ReplyCutter } from '../engine/cut-reply.js';
import { generate } from '../engine/generate.js';
import type { InferenceSessions } from '../engine/inference-sessions.js';
import type { LlamaConfig } from '../engine/llama-config.js';
import { tokenLogprobs, type TokenLogprobs } from '../engine/token-logprobs.js';
import type { TextTokenizer } from '../engine/tokenizer.js';
import type { Weights } from '../engine/weights.js';
import { CheckpointError } from '../errors.js';
import type { ChatMessage } from '../types/chat.js';
import type { LanguageModel, ModelIdentity } from '../types/language-model.js';
import { encodeOptions, optionProbabilities, type TokenizedChoice } from './option-probabilities.js';
import { RequestBatcher } from './request-batcher.js';
import { toCompletionRequest, type TokensReply, type TokensRequest } from './tokens-request.js';

export interface LocalModelParts {
  readonly identity: ModelIdentity;
  readonly config: LlamaConfig;
  /** With any adapter worked in. */
  readonly weights: Weights;
  readonly tokenizer: Pick<
    TextTokenizer,
    'encode' | 'encodeDocument' | 'decode' | 'encodeChat' | 'tokenBytes' | 'eosTokenIds'
  >;
}

export interface LocalModelOptions {
  /** May serve other models too, and outlives this one. */
  readonly sessions: InferenceSessions;
  /** Longest prompt and reply together, in tokens. */
  readonly maxTokens: number;
}

/** What a model that runs here can do beside answering chats: go on from any tokens, and say how likely they were. */
export interface LocalModel extends LanguageModel {
  readonly config: LlamaConfig;
  readonly tokenizer: LocalModelParts['tokenizer'];
  /** Longest prompt and reply together, in tokens. */
  readonly maxTokens: number;
  /** @throws {RangeError} if the prompt is empty, or leaves no room for a reply */
  complete(request: TokensRequest): Promise<TokensReply>;
  /**
   * ln P(token | those before it) of all tokens but the first, with so many of the most likely ones: (T) → T - 1.
   *
   * @throws {RangeError} if the prompt is longer than {@link maxTokens}
   */
  scorePrompt(prompt: readonly number[], topLogprobs: number): Promise<TokenLogprobs[]>;
}

/**
 * A model that runs here. Requests that are made together are answered together.
 *
 * @throws {CheckpointError} if the tokenizer cannot render a chat
 */
export function createLocalModel(parts: LocalModelParts, options: LocalModelOptions): LocalModel {
  const { identity, config, weights, tokenizer } = parts;
  const { sessions, maxTokens } = options;
  const systemRole = acceptsSystemRole(tokenizer);
  let isDisposed = false;

  const choices = new RequestBatcher(async (requests: readonly TokenizedChoice[]) =>
    optionProbabilities(await sessions.scoring({ config, maxTokens }), weights, requests),
  );
  const decode = (ids: readonly number[]): string => tokenizer.decode(ids);
  const replies = { decode, eosTokenIds: tokenizer.eosTokenIds };
  const completions = new RequestBatcher(async (requests: readonly CompletionRequest[]) =>
    generate({ session: await sessions.decoding({ config, maxTokens }), weights, decode }, requests),
  );
  const readings = new RequestBatcher(async (requests: readonly PromptReading[]) => {
    const session = await sessions.decoding({ config, maxTokens });
    const replies: TokenLogprobs[][] = [];
    for (const { prompt, topLogprobs } of requests) {
      const reply: TokenLogprobs[] = [];
      for await (const logits of session.read(weights, prompt.slice(0, -1)))
        reply.push(tokenLogprobs(logits, prompt[reply.length + 1] ?? 0, topLogprobs));
      replies.push(reply);
    }
    return replies;
  });

  const requireUse = (): void => {
    if (isDisposed)
      throw new TypeError(`Expected \`${identity.id}\` to be in use, got a call after dispose().`);
  };
  /** Refuses what cannot be answered before it joins a batch, so that it does not fail its neighbours. */
  const requireRoom = (prompt: readonly number[], replyTokens: number): void => {
    if (prompt.length > 0 && prompt.length + replyTokens <= maxTokens) return;
    throw new RangeError(
      `Expected prompt and reply to fit the ${maxTokens} tokens of \`${identity.id}\`, ` +
        `got ${prompt.length} and ${replyTokens}.`,
    );
  };
  const encodePrompt = (messages: readonly ChatMessage[], replyTokens: number): number[] => {
    requireUse();
    const prompt = tokenizer.encodeChat(messages, { addGenerationPrompt: true });
    requireRoom(prompt, replyTokens);
    return prompt;
  };

  return {
    identity,
    capabilities: { choices: true, chat: true, systemRole, seed: true },
    config,
    tokenizer,
    maxTokens,
    chat: async (request) => {
      const prompt = encodePrompt(request.messages, 1);
      const completion = await completions.submit(toCompletionRequest({ ...request, prompt }, replies));
      return {
        text: completion.text,
        finishReason: completion.finishReason ?? 'length',
        completionTokens: completion.tokens.length,
      };
    },
    complete: async (request) => {
      requireUse();
      requireRoom(request.prompt, 1);
      const completion = await completions.submit(toCompletionRequest(request, replies));
      request.signal?.throwIfAborted();
      return {
        ...new ReplyCutter(completion, decode).next(),
        finishReason: completion.finishReason ?? 'length',
        completionTokens: completion.tokens.length,
      };
    },
    scorePrompt: async (prompt, topLogprobs) => {
      requireUse();
      requireRoom(prompt, 0);
      return readings.submit({ prompt, topLogprobs });
    },
    choices: async ({ messages, options: texts }) => {
      const encoded = encodeOptions((text) => tokenizer.encode(text), texts);
      const prompt = encodePrompt(messages, Math.max(...encoded.map(({ length }) => length)));
      const probabilities = await choices.submit({ prompt, options: encoded });
      const total = probabilities.reduce((sum, probability) => sum + probability, 0);
      return { probabilities, missing: Math.min(1, Math.max(0, 1 - total)) };
    },
    dispose: async () => {
      isDisposed = true;
      await Promise.all([choices.idle(), completions.idle(), readings.idle()]);
    },
  };
}

interface PromptReading {
  readonly prompt: readonly number[];
  readonly topLogprobs: number;
}

function acceptsSystemRole(tokenizer: LocalModelParts['tokenizer']): boolean {
  const chat = [{ role: 'user', content: 'Hello' }] as const;
  tokenizer.encodeChat(chat, { addGenerationPrompt: true });
  try {
    tokenizer.encodeChat([{ role: 'system', content: 'Hello' }, ...chat], { addGenerationPrompt: true });
    return true;
  } catch (error) {
    if (error instanceof CheckpointError) return false;
    throw error;
  }
}
