import { readFile, stat } from 'node:fs/promises';
import { CheckpointError } from '../errors.js';
import { showJsonError, showReason } from './show-value.js';

/** Whether an error of `node:fs` says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * The bytes of a file, or `null` where there is no such file.
 *
 * @param maximumBytes - a larger file is refused before it is read
 * @throws {CheckpointError} if it is a folder, too large or unreadable
 */
export async function readBytes(file: string, maximumBytes: number): Promise<Buffer | null> {
  try {
    const { size } = await stat(file);
    if (size > maximumBytes) {
      throw new CheckpointError(
        `\`${file}\` is too large: expected at most ${maximumBytes} bytes, got ${size}. Check that it is the right file.`,
        { file },
      );
    }
    return await readFile(file);
  } catch (error) {
    if (isMissing(error)) return null;
    if (error instanceof CheckpointError) throw error;
    const reason = showReason(error);
    throw new CheckpointError(`\`${file}\` cannot be read: ${reason}.`, { file, cause: error });
  }
}

/** The text of a file, or `null` where there is no such file. @throws {CheckpointError} as {@link readBytes} does */
export async function readTextFile(file: string, maximumBytes: number): Promise<string | null> {
  return (await readBytes(file, maximumBytes))?.toString('utf8') ?? null;
}

/**
 * The value in a JSON file, or `null` where there is no such file.
 *
 * @throws {CheckpointError} if it is too large, unreadable or not JSON
 */
export async function readJsonFile(file: string, maximumBytes: number): Promise<unknown> {
  const text = await readTextFile(file, maximumBytes);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CheckpointError(`\`${file}\` is not JSON ${showJsonError(text)}. Copy or download it again.`, {
      file,
      cause: error,
    });
  }
}
