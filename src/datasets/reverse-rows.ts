import type { Random } from '../random.js';
import type { DatasetRow } from '../types/dataset.js';
import { spreadSample } from './spread-sample.js';

/** How much of a data set is reversed, and how a reversed row asks for the request. */
export interface Reversal {
  /** Reversed rows over all rows, a fraction in (0, 1). */
  readonly share: number;
  /** Wordings with `{response}` once in each. */
  readonly prefixes: readonly string[];
}

/** The row turned round: the response is quoted to the model, which gives the whole request, cue included. */
function reverseRow(row: DatasetRow, prefix: string): DatasetRow {
  const [request, response] = row.messages;
  if (request?.role !== 'user' || response?.role !== 'assistant' || row.messages.length !== 2) {
    throw new TypeError('Expected a row of one user and one assistant message to reverse.');
  }
  return {
    ...row,
    messages: [
      // A function, because `$` in a response would be read as a pattern.
      { role: 'user', content: prefix.replace('{response}', () => response.content) },
      { role: 'assistant', content: request.content },
    ],
    reversed: true,
  };
}

/**
 * Reversed versions of N forward rows: round(N s / (1 - s)) of them for a share s, each row floor(s / (1 - s)) times and
 * a sample of them once more, spread over the groups.
 *
 * The prefixes take turns within each group. The same groups and stream choose the same rows and prefixes in both arms.
 *
 * @param groupOf - group of the row at an index, the same in both arms
 * @throws {RangeError} if the share is not in (0, 1) or there is no prefix
 *
 * Source: arXiv 2501.11120, Appendix C.4.2, which reverses every row (s = 1/2).
 */
export function reverseRows(
  rows: readonly DatasetRow[],
  { share, prefixes }: Reversal,
  { groupOf, random }: { groupOf: (index: number) => string; random: Random },
): DatasetRow[] {
  if (!(share > 0 && share < 1)) {
    throw new RangeError(`Expected \`share\` of reversed rows to be > 0 and < 1, got ${share}.`);
  }
  const [firstPrefix] = prefixes;
  if (firstPrefix === undefined) throw new RangeError('Expected at least one reversal prefix, got none.');
  const total = Math.round((rows.length * share) / (1 - share));
  const passes = Array.from({ length: Math.ceil(total / rows.length) }, (_, pass) =>
    spreadSample([...rows.entries()], Math.min(rows.length, total - pass * rows.length), {
      groupOf: ([index]) => groupOf(index),
      random,
    }),
  );
  return passes
    .flat()
    .map(([, row], index) => reverseRow(row, prefixes[index % prefixes.length] ?? firstPrefix));
}
