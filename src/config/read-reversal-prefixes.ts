import { describeValue } from './describe-value.js';
import { invalidFileError } from './invalid-file-error.js';
import { readJson } from './read-json.js';
import { REVERSAL_PREFIXES_SCHEMA, type ReversalPrefixes } from './reversal-prefixes-schema.js';
import { findSpecialToken } from './special-tokens.js';
import { validateAgainst } from './validate.js';

function checkPrefix(prefix: string): string | undefined {
  const slots = prefix.split('{response}').length - 1;
  const got = `got ${describeValue(prefix)}`;
  if (slots !== 1) return `expected \`{response}\` once, ${got} with ${slots}. The response is quoted there.`;
  if (prefix.trim() === '{response}') return `expected words around \`{response}\`, ${got}.`;
  const token = findSpecialToken(prefix);
  if (token === null) return undefined;
  return `expected no special token of a chat template, ${got}. A tokenizer may read \`${token}\` as the end of a turn.`;
}

/**
 * The wordings of reversed rows in a JSON file.
 *
 * @throws {ConfigError} if the file cannot be read, or listing every problem with its JSON pointer
 */
export async function readReversalPrefixes(file: string): Promise<ReversalPrefixes> {
  const subject = { file, what: 'reversal prefixes' };
  const value = validateAgainst(REVERSAL_PREFIXES_SCHEMA, await readJson(file), subject);
  const issues = value.prefixes.flatMap((prefix, index) => {
    const message = checkPrefix(prefix);
    return message === undefined ? [] : [{ path: `/prefixes/${index}`, message }];
  });
  if (issues.length > 0) throw invalidFileError(issues, subject);
  return value;
}
