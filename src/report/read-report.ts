import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { describeValue } from '../config/describe-value.js';
import { readJson } from '../config/read-json.js';
import { REPORT_SCHEMA } from '../config/report-schema.js';
import { validateAgainst } from '../config/validate.js';
import { ConfigError } from '../errors.js';
import type { AuditReport } from '../types/audit-report.js';

const SCHEMA_VERSION = 1;

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Reading it as a file says what is wrong.
    return false;
  }
}

function checkVersion(value: unknown, file: string): void {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const version = isObject && 'schemaVersion' in value ? value.schemaVersion : undefined;
  if (version === SCHEMA_VERSION) return;
  const isNewer = typeof version === 'number' && version > SCHEMA_VERSION;
  throw new ConfigError(
    `\`${file}\` is not a report that this version reads: expected \`schemaVersion\` ${SCHEMA_VERSION}, got ` +
      `${describeValue(version)}. ${isNewer ? 'Update candor.' : 'Name the report.json of an audit.'}`,
    { file, issues: [{ path: '/schemaVersion', message: `expected ${SCHEMA_VERSION}` }] },
  );
}

/**
 * The report in a file, or in the `report.json` of a run's folder.
 *
 * @throws {ConfigError} if it is missing, not JSON, of another schema version, or not a report
 */
export async function readReport(fileOrDirectory: string): Promise<AuditReport> {
  const file = (await isDirectory(fileOrDirectory)) ? join(fileOrDirectory, 'report.json') : fileOrDirectory;
  const value = await readJson(file);
  checkVersion(value, file);
  return validateAgainst(REPORT_SCHEMA, value, { file, what: 'report' });
}
