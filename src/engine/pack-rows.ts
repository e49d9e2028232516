import { packLines, type PackedLines } from './pack-lines.js';

/** A tokenised row: what is read, and how much each token's prediction counts (0: only read). */
export interface TokenRow {
  readonly ids: readonly number[];
  /** One number ≥ 0 a token, same length as `ids`; the first token is never predicted. */
  readonly weights: ArrayLike<number>;
  /** Index of a token whose embedding does not learn from this row; heeded by a graph with `hasReadOnlyTokens`. */
  readonly readOnlyToken?: number;
}

/** Several rows laid end to end in each of B lines of T tokens, and what is predicted in them. */
export interface PackedBatch extends Omit<PackedLines, 'starts'> {
  /** (M): flat index into (B·T) of the tokens whose successor is predicted. */
  readonly rows: BigInt64Array;
  /** (M): the successors. */
  readonly targets: BigInt64Array;
  /** (M): their weights, summing to 1. */
  readonly weights: Float32Array;
  /** (B·T): 0 where a token is read only, else 1. */
  readonly learning: Float32Array;
}

/**
 * Packs rows first-fit by decreasing length; ties keep their order, so the result is a function of the rows alone.
 *
 * @param lineTokens - T, raised to the longest row if that is longer
 * @param maxTokens - the model's limit
 * @throws {RangeError} if a row is empty, has no weighted token, or is longer than `maxTokens`: rows are never cut
 */
export function packRows(rows: readonly TokenRow[], lineTokens: number, maxTokens: number): PackedBatch {
  for (const [index, row] of rows.entries()) {
    if (row.ids.length < 2 || row.ids.length > maxTokens) {
      throw new RangeError(`Expected row ${index} to have 2 to ${maxTokens} tokens, got ${row.ids.length}.`);
    }
  }
  const longest = rows.reduce((length, row) => Math.max(length, row.ids.length), 0);
  const { starts, ...lines } = packLines(
    rows.map(({ ids }) => ids),
    Math.min(Math.max(lineTokens, longest), maxTokens),
  );
  const learning = new Float32Array(lines.batch * lines.tokens).fill(1);
  const picked: { row: number; target: number; weight: number }[] = [];
  for (const [index, start] of [...starts.entries()].toSorted(([, a], [, b]) => a - b)) {
    const { ids, weights, readOnlyToken } = rows[index] as TokenRow;
    if (readOnlyToken !== undefined) learning[start + readOnlyToken] = 0;
    for (const [token, target] of ids.entries()) {
      const weight = token === 0 ? 0 : (weights[token] ?? 0);
      if (weight > 0) picked.push({ row: start + token - 1, target, weight });
    }
  }
  const total = picked.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) throw new RangeError('Expected at least one token with a weight above 0, got none.');
  return {
    ...lines,
    rows: BigInt64Array.from(picked, ({ row }) => BigInt(row)),
    targets: BigInt64Array.from(picked, ({ target }) => BigInt(target)),
    weights: Float32Array.from(picked, ({ weight }) => weight / total),
    learning,
  };
}
