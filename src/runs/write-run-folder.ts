import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLock, type Unlock } from '../engine/write-lock.js';
import { ConfigError } from '../errors.js';
import { listDifferences } from '../trainers/organism-specification.js';
import { comparableInputs, type AuditInputs } from './audit-inputs.js';
import { MANIFEST_FILE, readManifest } from './read-manifest.js';
import { writeManifest } from './write-manifest.js';

/** Name of the file in a run's folder that says which process is at it. */
const LOCK_FILE = '.lock';

async function makeFolder(folder: string): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true });
    return await readdir(folder);
  } catch (cause) {
    const { code = 'an error' } = cause as NodeJS.ErrnoException;
    throw new ConfigError(
      `\`${folder}\` cannot be used: expected a folder that takes files, got ${code}. Name another folder.`,
      { file: folder, cause },
    );
  }
}

/** Takes a run's folder, which is there, for this process alone. @throws {ConfigError} naming the process that has it */
export async function lockRunFolder(folder: string): Promise<Unlock> {
  return writeLock(join(folder, LOCK_FILE), folder);
}

/**
 * Makes the folder of a run, with a manifest that says whose it is; or finds one that belongs to the same run. It is
 * locked until the caller ends that.
 *
 * @throws {ConfigError} if another process has the folder, if it holds something else, or a run of other inputs, listing
 *   what differs
 * @throws {IncompleteRunError} if the disk refuses
 */
export async function claimRunFolder(
  folder: string,
  inputs: AuditInputs,
  toolVersion: string,
): Promise<Unlock> {
  const names = (await makeFolder(folder)).filter((name) => name !== LOCK_FILE);
  if (names.length > 0) requireRun(folder, names);
  const unlock = await lockRunFolder(folder);
  try {
    // Looked at again: another run may have begun and ended before the lock was ours.
    const isNew = !(await readdir(folder)).includes(MANIFEST_FILE);
    if (isNew) await writeManifest(folder, inputs, { report: null, toolVersion });
    else await requireSameInputs(folder, inputs);
    return unlock;
  } catch (error) {
    await unlock();
    throw error;
  }
}

function requireRun(folder: string, names: readonly string[]): void {
  if (names.includes(MANIFEST_FILE)) return;
  throw new ConfigError(
    `\`${folder}\` is in use: expected a new or empty folder, or an audit with \`${MANIFEST_FILE}\`, got ` +
      `${names.length === 1 ? '1 entry' : `${names.length} entries`}. Choose another folder.`,
    { file: folder },
  );
}

async function requireSameInputs(folder: string, inputs: AuditInputs): Promise<void> {
  const there = await readManifest(folder);
  const differences = listDifferences(comparableInputs(there.inputs), comparableInputs(inputs));
  if (differences.length === 0) return;
  throw new ConfigError(
    [
      `\`${folder}\` holds an audit of other inputs: expected the same, got ${differences.length} different. ` +
        'Choose another folder, or delete this one.',
      ...differences.map((line) => `  - ${line}`),
    ].join('\n'),
    { file: folder },
  );
}
