import { readFileSync } from 'node:fs';

import { OBSERVATION_SCHEMA } from '../config/observation-schema.js';
import { validateAgainst } from '../config/validate.js';
import { ConfigError, type ConfigIssue } from '../errors.js';
import type { Observation } from '../types/observation.js';

/** More would scroll the first ones away. */
const LINES_NAMED = 5;

function parseLine(line: string, file: string): Observation {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`Invalid observation \`${file}\`: expected JSON, got another text (${reason}).`, {
      file,
    });
  }
  return validateAgainst(OBSERVATION_SCHEMA, value, { file, what: 'observation' });
}

/**
 * The observations in JSONL text, one a line. What stands after the last line feed is left out: a line that was being
 * written when the run stopped.
 *
 * @throws {ConfigError} naming `file:line` of the first lines that are no observations
 */
export function parseObservations(text: string, file: string): Observation[] {
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  const observations: Observation[] = [];
  const issues: ConfigIssue[] = [];
  for (const [index, line] of lines.entries()) {
    const place = `${file}:${index + 1}`;
    try {
      observations.push(parseLine(line, place));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      issues.push({ path: String(index + 1), message: error.message });
      if (issues.length === LINES_NAMED) break;
    }
  }
  if (issues.length === 0) return observations;
  throw new ConfigError(issues.map(({ message }) => message).join('\n'), { file, issues });
}

/**
 * The observations of an earlier run, for scoring them again. The file is left as it is.
 *
 * @throws {ConfigError} if the file cannot be read, or a line is no observation
 */
export function readObservations(file: string): Observation[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const got = (cause as NodeJS.ErrnoException).code ?? 'an error';
    throw new ConfigError(
      `Observations \`${file}\` cannot be read: expected a JSONL file, got ${got}. Check the path.`,
      { file, cause },
    );
  }
  return parseObservations(text, file);
}
