import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ORGANISM_FILE, readOrganism } from '../trainers/read-organism.js';
import type { OrganismRecord } from '../types/organism.js';

/** A folder that holds a model or an adapter. */
export interface ModelFolder {
  /** How an audit names it; an adapter that was not trained here needs its base before it, `BASE+PATH`. */
  readonly reference: string;
  readonly kind: 'model' | 'adapter';
  /** What its `candor.json` says, or `null` where it has none. */
  readonly trained:
    | (Pick<OrganismRecord, 'arm' | 'seed'> & {
        readonly policy: string;
        readonly reversal: boolean;
      })
    | null;
}

/** Deep enough for runs that keep their models in a folder of their own; links are not followed. */
const DEEPEST = 4;

async function describe(folder: string, names: readonly string[]): Promise<ModelFolder[]> {
  const isModel = names.includes('config.json');
  if (!isModel && !names.includes('adapter_config.json')) return [];
  const kind = isModel ? 'model' : 'adapter';
  const reference = `local:${folder}`;
  if (!names.includes(ORGANISM_FILE)) return [{ reference, kind, trained: null }];
  const { policy, arm, seed, reversal } = await readOrganism(folder);
  return [{ reference, kind, trained: { policy: policy.id, arm, seed, reversal: reversal !== null } }];
}

/**
 * The models and adapters in a folder and those below it, in alphabetical order; none where there is no folder.
 *
 * @throws {ConfigError} if a model's record is not valid
 */
export async function readModelFolders(folder: string, depth = DEEPEST): Promise<ModelFolder[]> {
  const path = resolve(folder);
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const found = await describe(
    path,
    entries.map(({ name }) => name),
  );
  if (found.length > 0 || depth === 0) return found;
  const below = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ name }) => name)
    .sort();
  const models = await Promise.all(below.map((name) => readModelFolders(join(path, name), depth - 1)));
  return models.flat();
}
