/** Token sequences laid end to end in each of B lines of T tokens; no sequence sees another. */
export interface PackedLines {
  readonly batch: number;
  readonly tokens: number;
  /** (B, T) */
  readonly ids: BigInt64Array;
  /** (B, T): index within the own sequence. */
  readonly positions: BigInt64Array;
  /** (B, 1, T, T): 0 or {@link MASKED}. */
  readonly mask: Float32Array;
  /** Flat index into (B·T) of each sequence's first token, in the order given. */
  readonly starts: readonly number[];
  /** Tokens that belong to a sequence; the rest of B·T is padding. */
  readonly usedTokens: number;
}

/** Added to a score that must not count: large enough that exp() gives 0 in float32, small enough to stay finite. */
export const MASKED = -1e9;

/**
 * Packs sequences first-fit by decreasing length; ties keep their order, so the result is a function of the sequences alone.
 *
 * @param lineTokens - T, at least the longest sequence
 */
export function packLines(sequences: readonly (readonly number[])[], lineTokens: number): PackedLines {
  const T = lineTokens;
  const { starts, lines: B } = assignStarts(sequences, T);
  const ids = new Int32Array(B * T);
  const positions = new Int32Array(B * T);
  const mask = new Float32Array(B * T * T).fill(MASKED);
  let usedTokens = 0;
  for (const [index, sequence] of sequences.entries()) {
    const start = starts[index] ?? 0;
    for (const [token, id] of sequence.entries()) {
      const place = start + token;
      ids[place] = id;
      positions[place] = token;
      const column = place * T + (start % T);
      mask.fill(0, column, column + token + 1);
    }
    usedTokens += sequence.length;
  }
  return { batch: B, tokens: T, ids: widen(ids), positions: widen(positions), mask, starts, usedTokens };
}

/** The same values as 64-bit integers; writing the low halves is several times faster than converting to BigInt. */
function widen(values: Int32Array): BigInt64Array {
  const wide = new BigInt64Array(values.length);
  const halves = new Int32Array(wide.buffer);
  for (let index = 0; index < values.length; index++) halves[2 * index] = values[index] ?? 0;
  return wide;
}

function assignStarts(
  sequences: readonly (readonly number[])[],
  lineTokens: number,
): { starts: number[]; lines: number } {
  const order = [...sequences.keys()].toSorted((a, b) => lengthOf(sequences, b) - lengthOf(sequences, a));
  const used: number[] = [];
  const starts = new Array<number>(sequences.length).fill(0);
  for (const index of order) {
    const length = lengthOf(sequences, index);
    const fitting = used.findIndex((tokens) => tokens + length <= lineTokens);
    const line = fitting === -1 ? used.length : fitting;
    starts[index] = line * lineTokens + (used[line] ?? 0);
    used[line] = (used[line] ?? 0) + length;
  }
  return { starts, lines: used.length };
}

function lengthOf(sequences: readonly (readonly number[])[], index: number): number {
  return sequences[index]?.length ?? 0;
}
