import { join } from 'node:path';
import { readJson } from '../config/read-json.js';
import { PACKAGE_ROOT } from './package-paths.js';

/** Version of this package, as its `package.json` has it. */
export async function readToolVersion(): Promise<string> {
  const { version } = (await readJson(join(PACKAGE_ROOT, 'package.json'))) as { readonly version: string };
  return version;
}
