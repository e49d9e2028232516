import type { LocalModel } from '../models/local-model.js';
import type { CompletionBody } from './completion-body.js';
import { requireRoom } from './complete-choices.js';
import { invalidRequest } from './wire-error.js';
import { toLegacyLogprobs, type LegacyLogprobs } from './wire-logprobs.js';

/** A prompt of a legacy completion. */
export interface LegacyPrompt {
  readonly text: string;
  readonly ids: readonly number[];
}

/** What stands in front of a reply: the prompt where it is to be given back, with its logprobs where asked for. */
export interface Echo {
  readonly text: string;
  readonly logprobs: LegacyLogprobs | null;
}

/**
 * The prompts of a request; texts begin a document.
 *
 * @throws {WireError} 400 if one is empty or too long, or the model has no such token
 */
export function readPrompts(
  model: LocalModel,
  { prompt, max_tokens: maxTokens = 1 }: Pick<CompletionBody, 'prompt' | 'max_tokens'>,
): LegacyPrompt[] {
  const list: readonly (string | number | readonly number[])[] =
    typeof prompt === 'string' ? [prompt] : prompt;
  const prompts = typeof list[0] === 'number' ? [list as readonly number[]] : list;
  return prompts.map((one) => {
    const read =
      typeof one === 'string'
        ? { text: one, ids: model.tokenizer.encodeDocument(one) }
        : readTokens(model, one as readonly number[]);
    requireRoom(model, read.ids, { param: 'prompt', replyTokens: Math.min(1, maxTokens) });
    return read;
  });
}

function readTokens({ config, tokenizer }: LocalModel, ids: readonly number[]): LegacyPrompt {
  const unknown = ids.find((token) => token >= config.vocabSize);
  if (unknown === undefined) return { text: tokenizer.decode(ids), ids };
  throw invalidRequest(
    `\`prompt\` has an unknown token: expected ids below ${config.vocabSize}, got ${unknown}.`,
    { param: 'prompt', code: 'invalid_value' },
  );
}

/** One a prompt; empty where the request wants none. */
export async function readEchoes(
  model: LocalModel,
  prompts: readonly LegacyPrompt[],
  { echo = false, logprobs: topLogprobs }: Pick<CompletionBody, 'echo' | 'logprobs'>,
): Promise<Echo[]> {
  if (!echo) return prompts.map(() => ({ text: '', logprobs: null }));
  if (topLogprobs === undefined) return prompts.map(({ text }) => ({ text, logprobs: null }));
  return Promise.all(
    prompts.map(async ({ text, ids }) => {
      const scores = await model.scorePrompt(ids, topLogprobs);
      const place = { first: ids[0] ?? 0, offset: 0 };
      return { text, logprobs: toLegacyLogprobs(scores, model.tokenizer, place) };
    }),
  );
}
