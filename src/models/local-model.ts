import { generate } from '../engine/generate.js';
import type { CompletionRequest } from '../engine/completion.js';
import type { InferenceSessions } from '../engine/inference-sessions.js';
import type { LlamaConfig } from '../engine/llama-config.js';
import type { TextTokenizer } from '../engine/tokenizer.js';
import type { Weights } from '../engine/weights.js';
import { CheckpointError } from '../errors.js';
import { createRandom } from '../random.js';
import type { ChatMessage } from '../types/chat.js';
import type { ChatReply, ChatRequest, LanguageModel, ModelIdentity } from '../types/language-model.js';
import { encodeOptions, optionProbabilities, type TokenizedChoice } from './option-probabilities.js';
import { RequestBatcher } from './request-batcher.js';

export interface LocalModelParts {
  readonly identity: ModelIdentity;
  readonly config: LlamaConfig;
  /** With any adapter worked in. */
  readonly weights: Weights;
  readonly tokenizer: Pick<TextTokenizer, 'encode' | 'decode' | 'encodeChat' | 'eosTokenIds'>;
}

export interface LocalModelOptions {
  /** May serve other models too, and outlives this one. */
  readonly sessions: InferenceSessions;
  /** Longest prompt and reply together, in tokens. */
  readonly maxTokens: number;
}

/**
 * A model that runs here. Requests that are made together are answered together.
 *
 * @throws {CheckpointError} if the tokenizer cannot render a chat
 */
export function createLocalModel(parts: LocalModelParts, options: LocalModelOptions): LanguageModel {
  const { identity, config, weights, tokenizer } = parts;
  const { sessions, maxTokens } = options;
  const systemRole = acceptsSystemRole(tokenizer);
  let isDisposed = false;

  const choices = new RequestBatcher(async (requests: readonly TokenizedChoice[]) =>
    optionProbabilities(await sessions.scoring({ config, maxTokens }), weights, requests),
  );
  const chats = new RequestBatcher(async (requests: readonly CompletionRequest[]): Promise<ChatReply[]> => {
    const session = await sessions.decoding({ config, maxTokens });
    const decode = (ids: readonly number[]): string => tokenizer.decode(ids);
    const completions = await generate({ session, weights, decode }, requests);
    return completions.map(({ text, finishReason, tokens }) => ({
      text,
      finishReason: finishReason ?? 'length',
      completionTokens: tokens.length,
    }));
  });

  /** Refuses what cannot be answered before it joins a batch, so that it does not fail its neighbours. */
  const encodePrompt = (messages: readonly ChatMessage[], replyTokens: number): number[] => {
    if (isDisposed)
      throw new TypeError(`Expected \`${identity.id}\` to be in use, got a call after dispose().`);
    const prompt = tokenizer.encodeChat(messages, { addGenerationPrompt: true });
    if (prompt.length + replyTokens > maxTokens) {
      throw new RangeError(
        `Expected prompt and reply to fit the ${maxTokens} tokens of \`${identity.id}\`, ` +
          `got ${prompt.length} and ${replyTokens}.`,
      );
    }
    return prompt;
  };

  return {
    identity,
    capabilities: { choices: true, chat: true, systemRole, seed: true },
    chat: async (request) => {
      const prompt = encodePrompt(request.messages, 1);
      return chats.submit(toCompletionRequest(request, prompt, tokenizer.eosTokenIds));
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
      await Promise.all([choices.idle(), chats.idle()]);
    },
  };
}

function toCompletionRequest(
  request: ChatRequest,
  prompt: readonly number[],
  stopTokens: readonly number[],
): CompletionRequest {
  const { maxTokens, temperature, topP, seed, stop = [] } = request;
  const random = createRandom(seed).fork('reply');
  return { prompt, maxTokens, temperature, topP, random, stopTokens, stopTexts: stop };
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
