import type { RankedToken, TokenLogprobs } from '../engine/token-logprobs.js';
import type { LocalModel } from '../models/local-model.js';

type Tokenizer = Pick<LocalModel['tokenizer'], 'tokenBytes'>;

/** Smaller than any logprob of a float32 model, and JSON has no infinity. Source: OpenAI, vLLM. */
const SMALLEST = -9999;

interface ChatToken {
  readonly token: string;
  readonly logprob: number;
  /** Of the token itself, which need not be whole characters. */
  readonly bytes: readonly number[];
}

/** `logprobs` of a choice of a chat completion. */
export interface ChatLogprobs {
  readonly content: readonly (ChatToken & { readonly top_logprobs: readonly ChatToken[] })[];
  readonly refusal: null;
}

/** `logprobs` of a choice of a legacy completion, one entry a token. */
export interface LegacyLogprobs {
  readonly tokens: readonly string[];
  /** `null` for the first token of an echoed prompt, before which nothing stands. */
  readonly token_logprobs: readonly (number | null)[];
  readonly top_logprobs: readonly (Readonly<Record<string, number>> | null)[];
  /** Where each token begins in the choice's text, in UTF-16 units. */
  readonly text_offset: readonly number[];
}

function finite(logprob: number): number {
  return Number.isFinite(logprob) ? logprob : SMALLEST;
}

export function toChatLogprobs(logprobs: readonly TokenLogprobs[], tokenizer: Tokenizer): ChatLogprobs {
  const show = ({ token, logprob }: RankedToken): ChatToken => {
    const bytes = tokenizer.tokenBytes(token);
    return { token: Buffer.from(bytes).toString(), logprob: finite(logprob), bytes: [...bytes] };
  };
  return {
    content: logprobs.map((entry) => ({ ...show(entry), top_logprobs: entry.top.map(show) })),
    refusal: null,
  };
}

/**
 * The tokens of a text with their probabilities.
 *
 * The token itself is always among its `top_logprobs`; of two tokens that are written alike, the likelier is kept.
 *
 * @param first - a token that has no probability, because nothing stands before it
 * @param offset - where the first of the tokens begins
 */
export function toLegacyLogprobs(
  logprobs: readonly TokenLogprobs[],
  tokenizer: Tokenizer,
  { first, offset }: { readonly first: number | null; readonly offset: number },
): LegacyLogprobs {
  const show = (token: number): string => writeBytes(tokenizer.tokenBytes(token));
  const head = first === null ? [] : [show(first)];
  const tokens = [...head, ...logprobs.map(({ token }) => show(token))];
  const top = logprobs.map((entry) => {
    const ranked = [...entry.top, entry].toSorted((a, b) => a.logprob - b.logprob);
    return Object.fromEntries(ranked.map(({ token, logprob }) => [show(token), finite(logprob)]));
  });
  let end = offset;
  return {
    tokens,
    token_logprobs: [...head.map(() => null), ...logprobs.map(({ logprob }) => finite(logprob))],
    top_logprobs: [...head.map(() => null), ...top],
    text_offset: tokens.map((text) => {
      const start = end;
      end += text.length;
      return start;
    }),
  };
}

/** The text of the bytes, or where they are no whole characters `bytes:\xe2\x82`, as OpenAI writes them. */
function writeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return `bytes:${[...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}`;
  }
}

/** Those of two texts, one after the other. */
export function joinLegacyLogprobs(
  first: LegacyLogprobs | null,
  second: LegacyLogprobs | null,
): LegacyLogprobs | null {
  if (first === null || second === null) return first ?? second;
  return {
    tokens: [...first.tokens, ...second.tokens],
    token_logprobs: [...first.token_logprobs, ...second.token_logprobs],
    top_logprobs: [...first.top_logprobs, ...second.top_logprobs],
    text_offset: [...first.text_offset, ...second.text_offset],
  };
}
