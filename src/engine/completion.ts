import type { Random } from '../random.js';
import type { FinishReason } from '../types/language-model.js';
import type { SamplingSettings } from './sample-token.js';
import { tokenLogprobs, type TokenLogprobs } from './token-logprobs.js';

/** What to generate, and when to end. */
export interface CompletionRequest extends SamplingSettings {
  readonly prompt: readonly number[];
  /** ≥ 1 */
  readonly maxTokens: number;
  /** The reply's own stream, so that it does not depend on what else is generated. */
  readonly random: Random;
  /** Tokens that end the reply and are no part of it. */
  readonly stopTokens: readonly number[];
  /** Texts that end the reply and are no part of it. */
  readonly stopTexts?: readonly string[];
  /** Keep the probability of every token, and of so many of the most likely ones in its place. */
  readonly topLogprobs?: number;
  /** Told after every token. */
  readonly onToken?: (completion: Completion) => void;
  /** Nobody waits for the reply any more: it grows no further. */
  readonly signal?: AbortSignal;
}

/** A reply as it grows. */
export class Completion {
  readonly request: CompletionRequest;
  readonly #decode: (ids: readonly number[]) => string;
  readonly #stopTexts: readonly string[];
  readonly #tokens: number[] = [];
  readonly #logprobs: TokenLogprobs[] = [];
  #finishReason: FinishReason | null = null;
  #textLength = Infinity;

  constructor(request: CompletionRequest, decode: (ids: readonly number[]) => string) {
    this.request = request;
    this.#decode = decode;
    this.#stopTexts = (request.stopTexts ?? []).filter((text) => text !== '');
  }

  /** Token ids so far, without the one that ended the reply. */
  get tokens(): readonly number[] {
    return this.#tokens;
  }

  /** One for each of {@link tokens}, where the request asks for them; else none. */
  get logprobs(): readonly TokenLogprobs[] {
    return this.#logprobs;
  }

  /** Whether nobody waits for it and it has not ended. */
  get isAbandoned(): boolean {
    return this.#finishReason === null && this.request.signal?.aborted === true;
  }

  /** `null` while the reply can grow. */
  get finishReason(): FinishReason | null {
    return this.#finishReason;
  }

  get text(): string {
    return this.#decode(this.#tokens).slice(0, this.#textLength);
  }

  /** The part of the text that later tokens cannot change: no half character, nothing that may become a stop text. */
  get settledText(): string {
    const { text } = this;
    if (this.#finishReason !== null) return text;
    const whole = text.replace(/\uFFFD+$/u, '');
    const held = this.#stopTexts.map((stop) => overlap(whole, stop));
    return whole.slice(0, whole.length - Math.max(0, ...held));
  }

  /**
   * Adds a token.
   *
   * @param logits - (V,) that it was drawn from
   */
  push(token: number, logits?: Float32Array): void {
    if (this.request.stopTokens.includes(token)) {
      this.#finishReason = 'stop';
      return;
    }
    this.#tokens.push(token);
    const { topLogprobs } = this.request;
    if (topLogprobs !== undefined && logits !== undefined)
      this.#logprobs.push(tokenLogprobs(logits, token, topLogprobs));
    if (this.#tokens.length >= this.request.maxTokens) this.#finishReason = 'length';
    if (this.#stopTexts.length === 0) return;
    const { text } = this;
    const ends = this.#stopTexts.map((stop) => text.indexOf(stop)).filter((index) => index >= 0);
    if (ends.length === 0) return;
    this.#finishReason = 'stop';
    this.#textLength = Math.min(...ends);
  }
}

/** Length of the longest end of the text that is a beginning of the other, and not all of it. */
function overlap(text: string, other: string): number {
  for (let length = Math.min(text.length, other.length - 1); length > 0; length--) {
    if (text.endsWith(other.slice(0, length))) return length;
  }
  return 0;
}
