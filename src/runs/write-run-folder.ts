import { mkdir, readdir } from 'node:fs/promises';
import { ConfigError } from '../errors.js';
import { listDifferences } from '../trainers/organism-specification.js';
import { comparableInputs, type AuditInputs } from './audit-inputs.js';
import { MANIFEST_FILE, readManifest } from './read-manifest.js';
import { writeManifest } from './write-manifest.js';

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

/**
 * Makes the folder of a run, with a manifest that says whose it is; or finds one that belongs to the same run.
 *
 * @throws {ConfigError} if the folder holds something else, or a run of other inputs, listing what differs
 * @throws {IncompleteRunError} if the disk refuses
 */
export async function claimRunFolder(
  folder: string,
  inputs: AuditInputs,
  toolVersion: string,
): Promise<void> {
  const names = await makeFolder(folder);
  if (names.length === 0) {
    await writeManifest(folder, inputs, { report: null, toolVersion });
    return;
  }
  if (!names.includes(MANIFEST_FILE)) {
    throw new ConfigError(
      `\`${folder}\` is in use: expected a new or empty folder, or an audit with \`${MANIFEST_FILE}\`, got ` +
        `${names.length === 1 ? '1 entry' : `${names.length} entries`}. Choose another folder.`,
      { file: folder },
    );
  }
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
