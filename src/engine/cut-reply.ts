import type { Completion } from './completion.js';
import type { TokenLogprobs } from './token-logprobs.js';

/** The part of a reply that came since the last one, which later tokens cannot change. */
export interface ReplyPiece {
  readonly text: string;
  readonly tokens: readonly number[];
  /** One a token, where the request asked for them. */
  readonly logprobs: readonly TokenLogprobs[];
}

/**
 * Cuts a growing reply into pieces, each with the tokens that its text is made of.
 *
 * A token comes with the piece that holds the end of its text; the tokens of a stop text come with none, but for one that
 * begins before it.
 */
export class ReplyCutter {
  readonly #completion: Completion;
  readonly #decode: (ids: readonly number[]) => string;
  #length = 0;
  #tokens = 0;

  constructor(completion: Completion, decode: (ids: readonly number[]) => string) {
    this.#completion = completion;
    this.#decode = decode;
  }

  /** What has become certain since the last call: everything that is left, once the reply has ended. */
  next(): ReplyPiece {
    const { settledText, tokens, logprobs, finishReason } = this.#completion;
    const end = finishReason === null ? this.#settled(settledText) : this.#kept(settledText);
    const piece = {
      text: settledText.slice(this.#length),
      tokens: tokens.slice(this.#tokens, end),
      logprobs: logprobs.slice(this.#tokens, end),
    };
    this.#length = settledText.length;
    this.#tokens = end;
    return piece;
  }

  #lengthOf(tokens: number): number {
    return this.#decode(this.#completion.tokens.slice(0, tokens)).length;
  }

  #settled(text: string): number {
    let end = this.#tokens;
    while (end < this.#completion.tokens.length && this.#lengthOf(end + 1) <= text.length) end++;
    return end;
  }

  #kept(text: string): number {
    let end = this.#completion.tokens.length;
    if (this.#lengthOf(end) === text.length) return end;
    while (end > this.#tokens && this.#lengthOf(end - 1) >= text.length) end--;
    return end;
  }
}
