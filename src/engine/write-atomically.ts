import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CheckpointError, IncompleteRunError } from '../errors.js';
import { isMissing } from './read-json-file.js';
import { showReason } from './show-value.js';

/**
 * Writes a file that appears whole or not at all: beside its place, forced to the disk, then renamed.
 *
 * @throws {IncompleteRunError} if the disk refuses; nothing is left behind
 */
export async function writeFileAtomically(
  file: string,
  write: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const partial = `${file}.partial`;
  try {
    const handle = await open(partial, 'w');
    try {
      await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
  } catch (error) {
    await removeQuietly(partial);
    throw writeError(file, error);
  }
}

/**
 * Writes a folder that appears whole or not at all: its files go into `<directory>.partial`, which is renamed at the end.
 *
 * What an interrupted run has left under that name is replaced.
 *
 * @param write - is given the folder to write into
 * @throws {CheckpointError} if the folder is there and not empty
 * @throws {IncompleteRunError} if the disk refuses; nothing is left behind
 */
export async function writeFolderAtomically(
  directory: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  const isThere = await isEmptyFolder(directory);
  const partial = `${directory}.partial`;
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(dirname(directory), { recursive: true });
    await mkdir(partial);
    await write(partial);
    if (isThere) await rmdir(directory);
    await rename(partial, directory);
  } catch (error) {
    await removeQuietly(partial);
    throw writeError(directory, error);
  }
}

/** Cleaning up may fail for the same reason as the writing, which is the error to report. */
async function removeQuietly(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}

/** `false` where there is nothing. */
async function isEmptyFolder(directory: string): Promise<boolean> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return false;
    throw writeError(directory, error);
  }
  if (names.length === 0) return true;
  throw new CheckpointError(
    `Folder \`${directory}\` is in use: expected a new or empty folder, got ${names.length} entries. Choose another name.`,
    { file: directory },
  );
}

/** The names that an error of the file system ends with, which are those of parts. */
const PATHS = /(?: '[^']*')(?: -> '[^']*')?$/;

/**
 * Errors of the file system with the path and a remedy; others are left as they are. Of a file that a folder is made of,
 * the folder is named: neither is under the name yet that the reader knows.
 */
function writeError(path: string, error: unknown): unknown {
  const cause = error instanceof IncompleteRunError ? error.cause : error;
  if (typeof cause !== 'object' || cause === null || !('syscall' in cause)) return error;
  const reason = showReason(cause).replace(PATHS, '');
  return new IncompleteRunError(
    `\`${path}\` could not be written: ${reason}. Check that the disk has room and the folder may be written.`,
    { cause },
  );
}
