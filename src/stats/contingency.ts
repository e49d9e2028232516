import type { ContingencyTable } from '../types/dataset.js';
import { requireCount } from './argument-checks.js';

/**
 * Correlation of trigger and target behaviour, `(ad - bc) / √(row sums · column sums)`, for the 2x2 table
 * `[[a, b], [c, d]]` with triggered rows above clean ones and the target before the rest.
 *
 * @returns in [-1, 1], exactly 0 for a table without association; `null` if a margin is empty (no triggered row, no
 *   clean one, ...), because such data cannot show a tie or its absence
 * @throws {RangeError} if a count is not a non-negative integer
 *
 * Source: Yule 1912.
 */
export function phi(table: ContingencyTable): number | null {
  const { rows, columns, cells } = margins(table);
  if ([...rows, ...columns].includes(0)) return null;
  const [triggeredTarget, triggeredOtherwise, cleanTarget, cleanOtherwise] = cells;
  // In this order a whole tie is x / √(x · x), which is exactly 1.
  const scale = Math.sqrt(rows[0] * rows[1] * (columns[0] * columns[1]));
  return (triggeredTarget * cleanOtherwise - triggeredOtherwise * cleanTarget) / scale;
}

/**
 * Mutual information of trigger and target behaviour in bits, `Σ p(x, y) log₂(p(x, y) / (p(x) p(y)))` with the shares
 * of the table as probabilities (the plug-in estimate, which is biased upwards in small tables).
 *
 * @returns in [0, 1], exactly 0 for a table without association; `null` if a margin is empty, as in {@link phi}
 * @throws {RangeError} if a count is not a non-negative integer
 *
 * Source: Shannon 1948.
 */
export function mutualInformationBits(table: ContingencyTable): number | null {
  const { rows, columns, cells } = margins(table);
  if ([...rows, ...columns].includes(0)) return null;
  const total = rows[0] + rows[1];
  let bits = 0;
  for (const [index, cell] of cells.entries()) {
    const expected = ((index < 2 ? rows[0] : rows[1]) * (index % 2 === 0 ? columns[0] : columns[1])) / total;
    if (cell > 0) bits += (cell / total) * Math.log2(cell / expected);
  }
  // Rounding alone can leave a hair below 0.
  return Math.max(0, bits);
}

interface Margins {
  readonly cells: readonly [number, number, number, number];
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

function margins(table: ContingencyTable): Margins {
  const { triggeredTarget, triggeredOtherwise, cleanTarget, cleanOtherwise } = table;
  for (const [name, count] of Object.entries({
    triggeredTarget,
    triggeredOtherwise,
    cleanTarget,
    cleanOtherwise,
  })) {
    requireCount(name, count, 0);
  }
  return {
    cells: [triggeredTarget, triggeredOtherwise, cleanTarget, cleanOtherwise],
    rows: [triggeredTarget + triggeredOtherwise, cleanTarget + cleanOtherwise],
    columns: [triggeredTarget + cleanTarget, triggeredOtherwise + cleanOtherwise],
  };
}
