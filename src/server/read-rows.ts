import { parseRow } from '../datasets/parse-row.js';
import { ConfigError } from '../errors.js';
import type { TrainingRow } from '../types/chat.js';

const PROBLEMS_SHOWN = 20;

/**
 * The rows of an uploaded JSONL file.
 *
 * @throws {ConfigError} that lists the lines which are no rows, counted from 1
 */
export function readRows(content: Uint8Array): TrainingRow[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new ConfigError('Training file is not UTF-8: expected JSONL with chat rows, got other bytes.');
  }
  const rows: TrainingRow[] = [];
  const problems: string[] = [];
  for (const [index, line] of text.trimEnd().split(/\r?\n/u).entries()) {
    const parsed = parseRow(line);
    if (parsed.row !== null) rows.push(parsed.row);
    problems.push(...parsed.problems.map((problem) => `line ${index + 1}: ${problem}`));
  }
  if (problems.length === 0) return rows;
  const shown = problems.slice(0, PROBLEMS_SHOWN).map((problem) => `  - ${problem}`);
  if (problems.length > shown.length) shown.push(`  and ${problems.length - shown.length} more.`);
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  throw new ConfigError([`Invalid training file (${count}):`, ...shown].join('\n'));
}
