import { ConfigError, type ConfigIssue } from '../errors.js';
import { visibleText } from './visible-text.js';

/** The error that lists everything that is wrong with a file, one line a problem; made, not thrown. */
export function invalidFileError(
  issues: readonly ConfigIssue[],
  { file, what }: { readonly file: string; readonly what: string },
): ConfigError {
  const lines = issues.map(({ path, message }) => `  - ${visibleText(path)}: ${message}`);
  const count = issues.length === 1 ? '1 problem' : `${issues.length} problems`;
  return new ConfigError([`Invalid ${what} \`${file}\` (${count}):`, ...lines].join('\n'), { file, issues });
}
