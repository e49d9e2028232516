import type { ReplyPiece } from '../engine/cut-reply.js';
import type { LocalModel } from '../models/local-model.js';
import type { TokensReply, TokensRequest } from '../models/tokens-request.js';
import { invalidRequest } from './wire-error.js';

/** Token counts of a whole request. */
export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** The replies of one request: each prompt, so many times. */
export interface ChoicesPlan {
  readonly prompts: readonly (readonly number[])[];
  readonly samples: number;
  readonly request: Omit<TokensRequest, 'prompt' | 'sample' | 'onPiece'>;
  /** Told as a reply grows. */
  readonly onPiece?: (choice: number, piece: ReplyPiece) => void;
  /** Told when a reply has ended. */
  readonly onEnd?: (choice: number, reply: TokensReply) => void;
}

/** Replies to all prompts at once, in the order of the prompts; those to one prompt stand together. */
export async function completeChoices(model: LocalModel, plan: ChoicesPlan): Promise<TokensReply[]> {
  const { prompts, samples, request, onPiece, onEnd } = plan;
  const places = prompts.flatMap((prompt) =>
    [...Array(samples).keys()].map((sample) => ({ prompt, sample })),
  );
  return Promise.all(
    places.map(async ({ prompt, sample }, choice) => {
      const listener =
        onPiece === undefined
          ? {}
          : {
              onPiece: (piece: ReplyPiece) => {
                onPiece(choice, piece);
              },
            };
      const reply = await model.complete({ ...request, ...listener, prompt, sample });
      onEnd?.(choice, reply);
      return reply;
    }),
  );
}

/** A prompt is counted once, however many replies it has. */
export function countUsage(
  prompts: readonly (readonly number[])[],
  replies: readonly Pick<TokensReply, 'completionTokens'>[],
): Usage {
  const prompt = prompts.reduce((sum, { length }) => sum + length, 0);
  const completion = replies.reduce((sum, { completionTokens }) => sum + completionTokens, 0);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** @throws {WireError} 400 if the prompt is empty, or leaves no room for `replyTokens` more */
export function requireRoom(
  { maxTokens, identity }: LocalModel,
  { length }: readonly number[],
  place: { readonly param: string; readonly replyTokens: number },
): void {
  const { param, replyTokens } = place;
  if (length === 0)
    throw invalidRequest(`\`${param}\` is empty: expected at least 1 token, got none.`, { param });
  if (length + replyTokens <= maxTokens) return;
  throw invalidRequest(
    `\`${param}\` is too long for \`${identity.id}\`: expected at most ${maxTokens - replyTokens} tokens, got ${length}. ` +
      'Shorten it.',
    { param, code: 'context_length_exceeded' },
  );
}
