import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { REPORT_SCHEMA } from '../config/report-schema.js';
import { validateAgainst } from '../config/validate.js';
import { ConfigError, IncompleteRunError } from '../errors.js';
import type { AuditReport } from '../types/audit-report.js';
import { renderHtml } from './render-html.js';
import { stableJson } from './stable-json.js';

/** What running again, after making room, can mend. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EIO']);

function writeError(file: string, cause: unknown): ConfigError | IncompleteRunError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'an error';
  const what = `\`${file}\` cannot be written: expected a folder that takes files, got ${code}.`;
  if (FULL.has(code)) return new IncompleteRunError(`${what} Make room and run again.`, { cause });
  return new ConfigError(`${what} Name another folder.`, { file, cause });
}

/** Whoever reads the file meanwhile sees the old one or the new one, never half of it. */
async function replaceFile(file: string, content: string): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await writeFile(partial, content, { flush: true });
    await rename(partial, file);
  } catch (cause) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw writeError(file, cause);
  }
}

/**
 * Paths of `report.json` and `report.html`, written into the folder, which is made if there is none.
 * `report.json` is byte-identical for equal reports but for `timing`, which stands last.
 *
 * @throws {ConfigError} if the report does not fit its schema or the folder takes no files
 * @throws {IncompleteRunError} if the disk is full
 */
export async function writeReport(
  directory: string,
  report: AuditReport,
): Promise<{ readonly json: string; readonly html: string }> {
  const files = { json: join(directory, 'report.json'), html: join(directory, 'report.html') };
  validateAgainst(REPORT_SCHEMA, report, { file: files.json, what: 'report' });
  const contents = { json: stableJson(report, ['timing']), html: renderHtml(report) };
  try {
    await mkdir(directory, { recursive: true });
  } catch (cause) {
    throw writeError(directory, cause);
  }
  await replaceFile(files.json, contents.json);
  await replaceFile(files.html, contents.html);
  return files;
}
