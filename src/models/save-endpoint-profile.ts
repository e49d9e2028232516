import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDPOINT_PROFILE_SCHEMA } from '../config/endpoint-schema.js';
import { validateAgainst } from '../config/validate.js';
import { writeFileAtomically } from '../engine/write-atomically.js';
import { ConfigError } from '../errors.js';
import type { EndpointApi, EndpointProfile } from '../types/endpoint.js';

/** What a stored profile is of. */
export interface ProfileKey {
  readonly baseUrl: string;
  readonly model: string;
  readonly api: EndpointApi;
}

/** Raised when what is asked of an endpoint changes. */
const PROFILE_VERSION = 1;

function fileOf(folder: string, { baseUrl, model, api }: ProfileKey): string {
  const name = createHash('sha256')
    .update(JSON.stringify([PROFILE_VERSION, baseUrl, model, api]))
    .digest('hex');
  return join(folder, `endpoint-${name.slice(0, 32)}.json`);
}

/** The profile that was saved for this endpoint and model; `null` if there is none, or none that can be used. */
export async function loadEndpointProfile(folder: string, key: ProfileKey): Promise<EndpointProfile | null> {
  const file = fileOf(folder, key);
  try {
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
    return validateAgainst(ENDPOINT_PROFILE_SCHEMA, stored, { file, what: 'endpoint profile' });
  } catch (error) {
    // A cache that is missing or broken is made anew.
    if (error instanceof ConfigError || isUnreadable(error)) return null;
    throw error;
  }
}

/** No file, no right to read it, or no JSON in it. */
function isUnreadable(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

/** @throws {IncompleteRunError} if the disk refuses */
export async function saveEndpointProfile(
  folder: string,
  key: ProfileKey,
  profile: EndpointProfile,
): Promise<void> {
  const text = `${JSON.stringify(profile, null, 2)}\n`;
  await mkdir(folder, { recursive: true }).catch(() => undefined);
  await writeFileAtomically(fileOf(folder, key), (file) => file.writeFile(text));
}
