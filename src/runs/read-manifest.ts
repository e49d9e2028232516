import { join } from 'node:path';
import { readJson } from '../config/read-json.js';
import { validateAgainst } from '../config/validate.js';
import { RUN_MANIFEST_SCHEMA, type RunManifest } from './run-manifest-schema.js';

/** Name of the file in a run's folder that says what the run is about. */
export const MANIFEST_FILE = 'manifest.json';

/** Name of the file in a run's folder with its result. */
export const REPORT_FILE = 'report.json';

/** Name of the file in a run's folder with every answer. */
export const OBSERVATIONS_FILE = 'observations.jsonl';

/** Name of the file in a run's folder with every reply that an endpoint was paid for. */
export const REQUESTS_FILE = 'requests.jsonl';

/** What a run's folder says about itself. @throws {ConfigError} if its manifest is missing or not valid */
export async function readManifest(folder: string): Promise<RunManifest> {
  const file = join(folder, MANIFEST_FILE);
  return validateAgainst(RUN_MANIFEST_SCHEMA, await readJson(file), { file, what: 'run manifest' });
}
