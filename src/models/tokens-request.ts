import type { Completion, CompletionRequest } from '../engine/completion.js';
import { ReplyCutter, type ReplyPiece } from '../engine/cut-reply.js';
import type { TextTokenizer } from '../engine/tokenizer.js';
import { createRandom } from '../random.js';
import type { ChatRequest, FinishReason } from '../types/language-model.js';

/** A prompt as tokens, and how to go on from it. */
export interface TokensRequest extends Omit<ChatRequest, 'messages'> {
  readonly prompt: readonly number[];
  /** Which of the replies to one seed; 0 is the one that `chat()` gives. @default 0 */
  readonly sample?: number;
  /** Give the probability of every token, and of so many of the most likely ones in its place. */
  readonly topLogprobs?: number;
  /** Told what has become certain of the reply, after every token. */
  readonly onPiece?: (piece: ReplyPiece) => void;
  /** Leaves the reply where it is, and rejects. */
  readonly signal?: AbortSignal;
}

/** A whole reply, with its tokens. */
export interface TokensReply extends ReplyPiece {
  readonly finishReason: FinishReason;
  /** Tokens generated; those of a stop text count, the one that ends a turn does not. */
  readonly completionTokens: number;
}

/** What the engine is asked for. The reply's stream of chance follows from seed and sample alone. */
export function toCompletionRequest(
  request: TokensRequest,
  { decode, eosTokenIds }: Pick<TextTokenizer, 'decode' | 'eosTokenIds'>,
): CompletionRequest {
  const { prompt, maxTokens, temperature, topP, seed, stop = [], sample = 0 } = request;
  const { topLogprobs, onPiece, signal } = request;
  const random = createRandom(seed).fork(sample === 0 ? 'reply' : `reply ${sample}`);
  return {
    ...{ prompt, maxTokens, temperature, topP, random, stopTokens: eosTokenIds, stopTexts: stop },
    ...(topLogprobs === undefined ? {} : { topLogprobs }),
    ...(signal === undefined ? {} : { signal }),
    ...(onPiece === undefined ? {} : { onToken: cutInto(onPiece, decode) }),
  };
}

function cutInto(
  onPiece: (piece: ReplyPiece) => void,
  decode: (ids: readonly number[]) => string,
): (completion: Completion) => void {
  let cutter: ReplyCutter | null = null;
  return (completion) => {
    cutter ??= new ReplyCutter(completion, decode);
    const piece = cutter.next();
    if (piece.text !== '' || piece.tokens.length > 0) onPiece(piece);
  };
}
