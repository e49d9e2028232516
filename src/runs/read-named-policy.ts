import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { readPolicy } from '../config/read-policy.js';
import { SCENARIOS } from '../scenarios/registry.js';
import type { Policy } from '../types/policy.js';
import { POLICIES_FOLDER } from './package-paths.js';
import { shippedFile } from './shipped-file.js';

/** Ids of the policies that come with the package, in alphabetical order. */
export async function listPolicyIds(): Promise<string[]> {
  const names = await readdir(POLICIES_FOLDER);
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
    .sort();
}

/**
 * The policy in a file, or the shipped one of that id.
 *
 * @throws {ConfigError} if there is none, or listing everything that is wrong with it
 */
export async function readNamedPolicy(reference: string): Promise<Policy> {
  const shipped = { what: 'policy', folder: POLICIES_FOLDER, ids: await listPolicyIds() };
  return readPolicy(shippedFile(reference, shipped), SCENARIOS);
}
