import { weightFeeds } from './fed-weights.js';
import { packLines } from './pack-lines.js';
import { createSession, floatsOf, integerTensor, type RuntimeOptions, type Session } from './runtime.js';
import { buildScoringGraph, type InferenceGraphOptions } from './scoring-graph.js';
import { batchFeeds } from './training-session.js';
import { weightShapes } from './weight-shapes.js';
import type { Weights } from './weights.js';

export interface Continuation {
  readonly prompt: readonly number[];
  readonly continuation: readonly number[];
}

export interface ContinuationScore {
  /** ln P(token | prompt and the continuation so far), one a token. */
  readonly tokenLogprobs: readonly number[];
  /** Their sum: ln P(continuation | prompt). */
  readonly total: number;
}

/** A sequence to read, and the tokens whose probability is asked after its last `asked.length` tokens. */
interface Question {
  readonly ids: readonly number[];
  /** (rows, C): all questions of one call have the same C. */
  readonly asked: readonly (readonly number[])[];
}

// Bounds the memory of a run: activations grow with the tokens read, and logits with the rows asked for.
const TOKENS_PER_RUN = 4096;
// 64 MB, twice: before and after the softmax.
const LOGITS_PER_RUN = 2 ** 24;

/** Scores given tokens under any weights of one shape. */
export class ScoringSession {
  readonly #session: Session;
  readonly #maxTokens: number;
  readonly #vocabSize: number;
  readonly #shapes: ReadonlyMap<string, readonly number[]>;

  private constructor(session: Session, { config, maxTokens }: InferenceGraphOptions) {
    this.#session = session;
    this.#maxTokens = maxTokens;
    this.#vocabSize = config.vocabSize;
    this.#shapes = weightShapes(config);
  }

  static async create(options: InferenceGraphOptions, runtime: RuntimeOptions): Promise<ScoringSession> {
    return new ScoringSession(await createSession(buildScoringGraph(options), runtime), options);
  }

  /**
   * How likely each continuation is after its prompt, in the order given.
   *
   * @throws {RangeError} if a prompt or a continuation is empty, or both together are longer than the session's limit
   */
  async scoreContinuations(
    weights: Weights,
    continuations: readonly Continuation[],
  ): Promise<ContinuationScore[]> {
    const questions = continuations.map(({ prompt, continuation }, index) => {
      if (prompt.length === 0 || continuation.length === 0) {
        throw new RangeError(`Expected prompt and continuation ${index} to have tokens, got none.`);
      }
      return {
        ids: [...prompt, ...continuation.slice(0, -1)],
        asked: continuation.map((token) => [token]),
      };
    });
    const answers = await this.#answer(weights, questions);
    return answers.map((rows) => {
      const tokenLogprobs = rows.map((row) => row[0] ?? Number.NaN);
      return { tokenLogprobs, total: tokenLogprobs.reduce((sum, logprob) => sum + logprob, 0) };
    });
  }

  /**
   * ln P(candidate | prompt) of each candidate as the next token: prompts (N), candidates (C) → N times (C,).
   *
   * @throws {RangeError} if a prompt is empty or longer than the session's limit
   */
  async nextTokenLogprobs(
    weights: Weights,
    prompts: readonly (readonly number[])[],
    candidates: readonly number[],
  ): Promise<Float32Array[]> {
    const answers = await this.#answer(
      weights,
      prompts.map((ids) => ({ ids, asked: [candidates] })),
    );
    return answers.map((rows) => rows[0] ?? new Float32Array());
  }

  async dispose(): Promise<void> {
    await this.#session.release();
  }

  async #answer(weights: Weights, questions: readonly Question[]): Promise<Float32Array[][]> {
    for (const [index, { ids }] of questions.entries()) {
      if (ids.length === 0 || ids.length > this.#maxTokens) {
        throw new RangeError(
          `Expected sequence ${index} to have 1 to ${this.#maxTokens} tokens, got ${ids.length}.`,
        );
      }
    }
    const feeds = weightFeeds(this.#shapes, weights);
    const answers = new Array<Float32Array[]>(questions.length);
    for (const members of chunkByLength(questions, this.#vocabSize)) {
      const chunk = members.map((index) => questions[index] as Question);
      const rows = await this.#run(feeds, chunk);
      for (const index of members) answers[index] = rows.splice(0, questions[index]?.asked.length ?? 0);
    }
    return answers;
  }

  /** The rows of all questions, one after another: each (C,). */
  async #run(
    weights: ReturnType<typeof weightFeeds>,
    questions: readonly Question[],
  ): Promise<Float32Array[]> {
    const longest = Math.max(...questions.map(({ ids }) => ids.length));
    const packed = packLines(
      questions.map(({ ids }) => ids),
      longest,
    );
    const rows = questions.flatMap(({ ids, asked }, index) => {
      const end = (packed.starts[index] ?? 0) + ids.length;
      return asked.map((_, row) => BigInt(end - asked.length + row));
    });
    const picked = questions.flatMap(({ asked }) => asked.flat());
    const width = picked.length / rows.length;
    const outputs = await this.#session.run({
      ...weights,
      ...batchFeeds({ ...packed, rows: BigInt64Array.from(rows) }),
      picked: integerTensor(BigInt64Array.from(picked, BigInt), [rows.length, width]),
    });
    const logprobs = floatsOf(outputs, 'logprobs');
    return rows.map((_, row) => logprobs.slice(row * width, (row + 1) * width));
  }
}

/** Indices in runs of similar length, so that few tokens are padding; the longest first. */
function chunkByLength(questions: readonly Question[], vocabSize: number): number[][] {
  const lengthOf = (index: number): number => questions[index]?.ids.length ?? 0;
  const order = [...questions.keys()].toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const chunks: number[][] = [];
  let tokens = Infinity;
  let logits = 0;
  for (const index of order) {
    const added = (questions[index]?.asked.length ?? 0) * vocabSize;
    tokens += lengthOf(index);
    logits += added;
    if (tokens > TOKENS_PER_RUN || logits > LOGITS_PER_RUN) {
      chunks.push([]);
      tokens = lengthOf(index);
      logits = added;
    }
    chunks.at(-1)?.push(index);
  }
  return chunks;
}
