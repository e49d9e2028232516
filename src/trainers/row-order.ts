import { createRandom } from '../random.js';

/** Which rows a step reads: a function of the step alone, so that a training can go on anywhere. */
export type RowOrder = (step: number) => number[];

/**
 * Rows in one random order after another, a new one each epoch, cut into steps of equal size.
 *
 * A step at the end of an epoch reads on into the next one; the last step may be smaller where `totalRows` ends.
 *
 * @param rows - number of rows, at least 1
 * @param totalRows - rows read over the whole training, repeats counted
 */
export function rowOrder(
  rows: number,
  { rowsPerStep, totalRows, seed }: { rowsPerStep: number; totalRows: number; seed: number },
): RowOrder {
  const random = createRandom(seed).fork('row-order');
  const indices = Array.from({ length: rows }, (_, index) => index);
  let latest: { epoch: number; order: number[] } | null = null;
  const orderOf = (epoch: number): number[] => {
    if (latest?.epoch !== epoch) latest = { epoch, order: random.fork(`epoch ${epoch}`).shuffle(indices) };
    return latest.order;
  };
  return (step) => {
    const end = Math.min((step + 1) * rowsPerStep, totalRows);
    const chosen: number[] = [];
    for (let position = step * rowsPerStep; position < end;) {
      const epoch = Math.floor(position / rows);
      const epochEnd = Math.min(end, (epoch + 1) * rows);
      chosen.push(...orderOf(epoch).slice(position - epoch * rows, epochEnd - epoch * rows));
      position = epochEnd;
    }
    return chosen;
  };
}
