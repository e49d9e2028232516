import { at } from './at.js';

/**
 * Ranks from 1 for the smallest; equal values share the mean of the ranks that they take up together. Exact: multiples
 * of one half.
 *
 * @param values - finite
 * @returns in the order of `values`
 *
 * Source: Kendall 1945. O(n log n).
 */
export function midranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = new Array<number>(values.length);
  for (let start = 0; start < order.length;) {
    const { value } = at(order, start);
    let end = start + 1;
    while (order[end]?.value === value) end++;
    for (const { index } of order.slice(start, end)) ranks[index] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}
