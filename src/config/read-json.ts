import { readFile } from 'node:fs/promises';

import { ConfigError } from '../errors.js';
import { locateJsonError } from './locate-json-error.js';

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new ConfigError(
        `\`${file}\` does not exist: expected a JSON file, got nothing. Check the path.`,
        {
          file,
          cause,
        },
      );
    }
    if (code === 'EISDIR') {
      throw new ConfigError(`\`${file}\` is a directory: expected a JSON file. Name a file in it.`, {
        file,
        cause,
      });
    }
    const got = code ?? 'an error';
    throw new ConfigError(
      `\`${file}\` cannot be read: expected a JSON file, got ${got}. Check its permissions.`,
      {
        file,
        cause,
      },
    );
  }
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    // Strips a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ConfigError(
      `\`${file}\` is not text: expected JSON in UTF-8, got bytes that are not UTF-8. Save it as UTF-8.`,
      { file, cause },
    );
  }
}

/**
 * The value in a JSON file, not yet checked against a schema. A byte order mark is stripped.
 *
 * @throws {ConfigError} if the file is missing, a directory, not UTF-8, or not JSON (with line and column)
 */
export async function readJson(file: string): Promise<unknown> {
  const text = decode(await readBytes(file), file);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const error = locateJsonError(text);
    if (error === undefined) throw cause;
    const { line, column, expected, got } = error;
    throw new ConfigError(
      `\`${file}\` is not JSON at line ${line}, column ${column}: expected ${expected}, got ${got}.`,
      { file, issues: [{ path: `${line}:${column}`, message: `expected ${expected}, got ${got}` }], cause },
    );
  }
}
