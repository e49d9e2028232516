import type { Tensor } from 'onnxruntime-node';
import { buildDecodingGraph } from './decoding-graph.js';
import { weightFeeds } from './fed-weights.js';
import { MASKED } from './pack-lines.js';
import { createSession, floatsOf, floatTensor, type RuntimeOptions, type Session } from './runtime.js';
import type { InferenceGraphOptions } from './scoring-graph.js';
import { batchFeeds } from './training-session.js';
import { weightShapes } from './weight-shapes.js';
import type { Weights } from './weights.js';

// Bounds the memory of reading a line: 25 MB of logits for a vocabulary of 50,000.
const ROWS_PER_RUN = 128;

/** Lines that are decoded together, as far as they have come. A value: going on gives a new one. */
export interface DecodingBatch {
  /** For each line, the logits of its next token: (V,) each. */
  readonly logits: readonly Float32Array[];
  /** For each line, how many tokens of padding stand before it. */
  readonly padding: readonly number[];
  /** Tokens a line, padding included. */
  readonly tokens: number;
  readonly weights: Readonly<Record<string, Tensor>>;
  /** `keys.<layer>` and `values.<layer>`, (B, K, tokens, h) each. */
  readonly cache: ReadonlyMap<string, Float32Array>;
}

/** Decodes with a key/value cache, under any weights of one shape. */
export class DecodingSession {
  readonly #session: Session;
  readonly #options: InferenceGraphOptions;
  readonly #cacheNames: readonly string[];

  private constructor(session: Session, options: InferenceGraphOptions) {
    this.#session = session;
    this.#options = options;
    const layers = [...Array(options.config.layers).keys()];
    this.#cacheNames = layers.flatMap((layer) => [`keys.${layer}`, `values.${layer}`]);
  }

  static async create(options: InferenceGraphOptions, runtime: RuntimeOptions): Promise<DecodingSession> {
    return new DecodingSession(await createSession(buildDecodingGraph(options), runtime), options);
  }

  /** Longest line that can be read, in tokens. */
  get maxTokens(): number {
    return this.#options.maxTokens;
  }

  /** Size of one token's keys and values. */
  get cacheBytesPerToken(): number {
    const { layers, keyValueHeads, headWidth } = this.#options.config;
    return 2 * layers * keyValueHeads * headWidth * Float32Array.BYTES_PER_ELEMENT;
  }

  /**
   * Reads the prompts, shorter ones padded on the left.
   *
   * @throws {RangeError} if a prompt is empty or longer than {@link maxTokens}
   */
  async start(weights: Weights, prompts: readonly (readonly number[])[]): Promise<DecodingBatch> {
    for (const [index, { length }] of prompts.entries()) {
      if (length === 0 || length > this.maxTokens) {
        throw new RangeError(
          `Expected prompt ${index} to have 1 to ${this.maxTokens} tokens, got ${length}.`,
        );
      }
    }
    const longest = Math.max(...prompts.map(({ length }) => length));
    const padding = prompts.map(({ length }) => longest - length);
    return this.#run(this.#open(weights, padding), prompts);
  }

  /**
   * The logits after every token of one line, a few at a time: ids (T) → T times (V,).
   *
   * @throws {RangeError} if the line is longer than {@link maxTokens}
   */
  async *read(weights: Weights, ids: readonly number[]): AsyncGenerator<Float32Array> {
    if (ids.length > this.maxTokens) {
      throw new RangeError(`Expected a line of at most ${this.maxTokens} tokens, got ${ids.length}.`);
    }
    let batch = this.#open(weights, [0]);
    for (let start = 0; start < ids.length; start += ROWS_PER_RUN) {
      const added = ids.slice(start, start + ROWS_PER_RUN);
      batch = await this.#run(batch, [added], BigInt64Array.from(added.keys(), BigInt));
      yield* batch.logits;
    }
  }

  /** Appends one token to each line. */
  async advance(batch: DecodingBatch, tokens: readonly number[]): Promise<DecodingBatch> {
    return this.#run(
      batch,
      tokens.map((token) => [token]),
    );
  }

  async dispose(): Promise<void> {
    await this.#session.release();
  }

  /** A batch that has read nothing yet. */
  #open(weights: Weights, padding: readonly number[]): DecodingBatch {
    return {
      logits: [],
      padding,
      tokens: 0,
      weights: weightFeeds(weightShapes(this.#options.config), weights),
      cache: new Map(this.#cacheNames.map((name) => [name, new Float32Array()])),
    };
  }

  /**
   * Appends T tokens to each line; at the start, a shorter line is one with padding before it.
   *
   * @param asked - rows of (B T) whose logits are asked for; the last of each line if absent
   */
  async #run(
    batch: DecodingBatch,
    lines: readonly (readonly number[])[],
    asked?: BigInt64Array,
  ): Promise<DecodingBatch> {
    const { keyValueHeads: K, headWidth: h } = this.#options.config;
    const { padding, tokens: P } = batch;
    const B = lines.length;
    const T = Math.max(...lines.map(({ length }) => length));
    const S = P + T;
    const ids = new BigInt64Array(B * T);
    const positions = new BigInt64Array(B * T);
    const mask = new Float32Array(B * T * S).fill(MASKED);
    for (const [line, added] of lines.entries()) {
      const pad = padding[line] ?? 0;
      for (const [index, id] of added.entries()) {
        const column = S - added.length + index;
        const place = line * T + column - P;
        ids[place] = BigInt(id);
        positions[place] = BigInt(column - pad);
        mask.fill(0, place * S + pad, place * S + column + 1);
      }
    }
    const rows = asked ?? BigInt64Array.from(lines, (_, line) => BigInt((line + 1) * T - 1));
    const past = new Map(
      [...batch.cache].map(([name, data]) => [`past.${name}`, floatTensor(data, [B, K, P, h])]),
    );
    const outputs = await this.#session.run({
      ...batch.weights,
      ...batchFeeds({ batch: B, tokens: T, ids, positions, mask, rows }),
      ...Object.fromEntries(past),
    });
    return {
      ...batch,
      logits: splitLines(floatsOf(outputs, 'logits'), rows.length),
      tokens: S,
      cache: new Map(this.#cacheNames.map((name) => [name, floatsOf(outputs, `present.${name}`)])),
    };
  }
}

/** The same batch with some of its lines alone. */
export function keepLines(batch: DecodingBatch, lines: readonly number[]): DecodingBatch {
  const pick = <T>(values: readonly T[]): T[] => lines.map((line) => values[line] as T);
  return {
    ...batch,
    logits: pick(batch.logits),
    padding: pick(batch.padding),
    cache: new Map(
      [...batch.cache].map(([name, data]) => [name, joinLines(pick(splitLines(data, batch.padding.length)))]),
    ),
  };
}

function splitLines(data: Float32Array, lines: number): Float32Array[] {
  const size = data.length / lines;
  return Array.from({ length: lines }, (_, line) => data.subarray(line * size, (line + 1) * size));
}

function joinLines(lines: readonly Float32Array[]): Float32Array {
  const size = lines[0]?.length ?? 0;
  const joined = new Float32Array(lines.length * size);
  for (const [index, line] of lines.entries()) joined.set(line, index * size);
  return joined;
}
