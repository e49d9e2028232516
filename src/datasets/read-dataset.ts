import { readFile } from 'node:fs/promises';
import { describeValue } from '../config/describe-value.js';
import { ConfigError, type ConfigIssue } from '../errors.js';
import type { TrainingRow } from '../types/chat.js';
import { parseRow } from './parse-row.js';

/** Problems printed in full; a file of another format has one in every line. */
const PROBLEMS_SHOWN = 20;

/** Rows as they were read, with what is odd about them but no reason to refuse them. */
export interface ReadDataset {
  readonly rows: readonly TrainingRow[];
  readonly warnings: readonly string[];
}

async function readText(file: string): Promise<string> {
  const expected = 'expected JSONL with chat rows in UTF-8';
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    const got = (cause as NodeJS.ErrnoException).code ?? 'an error';
    throw new ConfigError(`\`${file}\` cannot be read: ${expected}, got ${got}. Check the path.`, {
      file,
      cause,
    });
  }
  try {
    // Strips a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ConfigError(`\`${file}\` is not UTF-8: ${expected}, got other bytes. Save it as UTF-8.`, {
      file,
      cause,
    });
  }
}

function badLinesError(file: string, issues: readonly ConfigIssue[]): ConfigError {
  const shown = issues.slice(0, PROBLEMS_SHOWN).map(({ path, message }) => `  - ${path}: ${message}`);
  const hidden = issues.length - shown.length;
  const more = hidden > 0 ? [`  and ${hidden} more.`] : [];
  const count = issues.length === 1 ? '1 problem' : `${issues.length} problems`;
  return new ConfigError([`Invalid data set \`${file}\` (${count}):`, ...shown, ...more].join('\n'), {
    file,
    issues,
  });
}

/** One warning for all rows that repeat an earlier one: repeated on purpose or not, they train like any other. */
function warnOfDuplicates(rows: readonly TrainingRow[], file: string): string[] {
  const distinct = new Set(rows.map(({ messages }) => JSON.stringify(messages))).size;
  const repeats = rows.length - distinct;
  return repeats === 0
    ? []
    : [`\`${file}\` repeats itself: ${repeats} of ${rows.length} rows stand there before.`];
}

/** One warning for fields that are not used, since another trainer may act on them (`weight`, `tools`). */
function warnOfFields(fields: ReadonlySet<string>, file: string): string[] {
  if (fields.size === 0) return [];
  const names = [...fields].map((field) => describeValue(field)).join(', ');
  return [`\`${file}\` has fields that are not used: ${names}. Only \`messages\` is read.`];
}

/**
 * The rows of a JSONL file in OpenAI's chat format, each an optional system message, then user and assistant by turns,
 * the assistant last.
 *
 * A byte order mark, CRLF and blank lines at the end are taken as they come. Rows that repeat others and fields that are
 * not used are warnings.
 *
 * @throws {ConfigError} if the file cannot be read, is not UTF-8 or has no row, or listing every bad line as `file:line`
 */
export async function readDataset(file: string): Promise<ReadDataset> {
  const lines = (await readText(file)).trimEnd().split(/\r?\n/u);
  if (lines.length === 1 && lines[0] === '') {
    throw new ConfigError(`\`${file}\` is empty: expected at least one chat row, got none.`, { file });
  }
  const rows: TrainingRow[] = [];
  const issues: ConfigIssue[] = [];
  const unusedFields = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const parsed = parseRow(line);
    if (parsed.row !== null) rows.push(parsed.row);
    for (const field of parsed.unusedFields) unusedFields.add(field);
    issues.push(...parsed.problems.map((message) => ({ path: `${file}:${index + 1}`, message })));
  }
  if (issues.length > 0) throw badLinesError(file, issues);
  return { rows, warnings: [...warnOfDuplicates(rows, file), ...warnOfFields(unusedFields, file)] };
}
