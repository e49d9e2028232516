import { join } from 'node:path';
import { nearestName } from '../config/nearest-name.js';
import { ConfigError } from '../errors.js';

/** JSON files of one kind that come with the package, `<id>.json` each. */
export interface ShippedFiles {
  /** What one of them is called in messages. */
  readonly what: string;
  readonly folder: string;
  readonly ids: readonly string[];
}

/** Anything else is a path. */
const BARE_NAME = /^[\w-]+$/;

/**
 * Path of the file that a reference names: a shipped one by its id, any other by its path. A path without a dot or a
 * slash is written `./name`.
 *
 * @throws {ConfigError} if it is a bare name and no such file is shipped
 */
export function shippedFile(reference: string, { what, folder, ids }: ShippedFiles): string {
  if (ids.includes(reference)) return join(folder, `${reference}.json`);
  if (!BARE_NAME.test(reference)) return reference;
  const nearest = nearestName(reference, ids);
  const known = ids.map((id) => `\`${id}\``).join(', ');
  const action = nearest === undefined ? 'Name a file, or one of these.' : `Did you mean \`${nearest}\`?`;
  throw new ConfigError(
    `The ${what} \`${reference}\` is unknown: expected a JSON file or one of ${known}. ${action}`,
  );
}
