import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ORGANISM_SCHEMA } from '../config/organism-schema.js';
import { readJson } from '../config/read-json.js';
import { validateAgainst } from '../config/validate.js';
import { ConfigError } from '../errors.js';
import type { OrganismRecord } from '../types/organism.js';

/** Name of the file in a model's folder that says what it was made from. */
export const ORGANISM_FILE = 'candor.json';

/**
 * What a trained model's folder says that it was made from.
 *
 * @throws {ConfigError} if its `candor.json` is missing, or listing everything that is wrong with it
 */
export async function readOrganism(folder: string): Promise<OrganismRecord> {
  const file = join(folder, ORGANISM_FILE);
  return validateAgainst(ORGANISM_SCHEMA, await readJson(file), { file, what: 'model record' });
}

/**
 * The same, or `null` where nothing is in the way of a new model: no folder, or an empty one.
 *
 * @throws {ConfigError} if something else is there
 */
export async function findOrganism(folder: string): Promise<OrganismRecord | null> {
  const names = await listFolder(folder);
  if (names.length === 0) return null;
  if (names.includes(ORGANISM_FILE)) return readOrganism(folder);
  throw new ConfigError(
    `\`${folder}\` is in use: expected a new or empty folder, or a model with \`${ORGANISM_FILE}\`, got ` +
      `${names.length === 1 ? '1 entry' : `${names.length} entries`}. Choose another folder.`,
    { file: folder },
  );
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    const { code = 'an error' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    const problem = code === 'ENOTDIR' ? 'is a file' : 'cannot be read';
    throw new ConfigError(
      `\`${folder}\` ${problem}: expected a new or empty folder, got ${code}. Choose another folder.`,
      { file: folder, cause },
    );
  }
}
