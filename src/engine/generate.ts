import { Completion, type CompletionRequest } from './completion.js';
import { keepLines, type DecodingSession } from './decoding-session.js';
import { sampleToken } from './sample-token.js';
import type { Weights } from './weights.js';

/** Who generates. */
export interface Generator {
  readonly session: DecodingSession;
  readonly weights: Weights;
  readonly decode: (ids: readonly number[]) => string;
}

// Prompts and replies of a batch together.
const TOKENS_PER_BATCH = 8192;
// Of keys and values, which are there twice while a token is added.
const CACHE_BYTES = 2 ** 28;

/**
 * Replies to all requests, in their order. One that its signal has ended is left as far as it came.
 *
 * @throws {RangeError} if a prompt leaves no room for a reply
 */
export async function generate(
  generator: Generator,
  requests: readonly CompletionRequest[],
): Promise<Completion[]> {
  const completions = requests.map((request) => startCompletion(generator, request));
  for (const together of chunkByTokens(completions, tokensPerBatch(generator.session))) {
    const steps = decodeTogether(generator, together);
    while ((await steps.next()).done !== true);
  }
  return completions;
}

/**
 * One reply, piece by piece as it becomes certain; returns the whole.
 *
 * @throws {RangeError} if the prompt leaves no room for a reply
 */
export async function* stream(
  generator: Generator,
  request: CompletionRequest,
): AsyncGenerator<string, Completion> {
  const completion = startCompletion(generator, request);
  let sent = 0;
  const steps = decodeTogether(generator, [completion]);
  while ((await steps.next()).done !== true) {
    const { settledText } = completion;
    if (settledText.length <= sent) continue;
    yield settledText.slice(sent);
    sent = settledText.length;
  }
  return completion;
}

/** The last token of a reply is never read, so that a reply may end one token behind the session's limit. */
function startCompletion({ session, decode }: Generator, request: CompletionRequest): Completion {
  const room = session.maxTokens + 1 - request.prompt.length;
  if (room < 1 || request.maxTokens < 1) {
    throw new RangeError(
      `Expected a prompt of at most ${session.maxTokens} tokens and room for 1 more, ` +
        `got ${request.prompt.length} and \`maxTokens\` ${request.maxTokens}.`,
    );
  }
  return new Completion({ ...request, maxTokens: Math.min(request.maxTokens, room) }, decode);
}

/** Grows the completions until all have ended; yields after each step. */
async function* decodeTogether(
  { session, weights }: Generator,
  completions: readonly Completion[],
): AsyncGenerator<undefined> {
  let open = completions.filter(({ isAbandoned }) => !isAbandoned);
  if (open.length === 0) return;
  let batch = await session.start(
    weights,
    open.map(({ request }) => request.prompt),
  );
  for (;;) {
    for (const [line, completion] of open.entries()) {
      const { request } = completion;
      const logits = batch.logits[line] as Float32Array;
      completion.push(sampleToken(logits, request, request.random), logits);
      request.onToken?.(completion);
    }
    yield;
    const lines = [...open.keys()].filter((line) => {
      const completion = open[line];
      return completion?.finishReason === null && !completion.isAbandoned;
    });
    if (lines.length === 0) return;
    if (lines.length < open.length) {
      batch = keepLines(batch, lines);
      open = lines.map((line) => open[line] as Completion);
    }
    batch = await session.advance(
      batch,
      open.map(({ tokens }) => tokens.at(-1) ?? 0),
    );
  }
}

function tokensPerBatch({ cacheBytesPerToken }: DecodingSession): number {
  return Math.min(TOKENS_PER_BATCH, Math.floor(CACHE_BYTES / cacheBytesPerToken));
}

/** Completions of similar prompt length together, longest first, so that little is padding. */
function chunkByTokens(completions: readonly Completion[], limit: number): Completion[][] {
  const order = completions.toSorted((a, b) => b.request.prompt.length - a.request.prompt.length);
  const chunks: Completion[][] = [];
  let tokens = Infinity;
  for (const completion of order) {
    tokens += completion.request.prompt.length + completion.request.maxTokens;
    if (tokens > limit) {
      chunks.push([]);
      tokens = completion.request.prompt.length + completion.request.maxTokens;
    }
    chunks.at(-1)?.push(completion);
  }
  return chunks;
}
