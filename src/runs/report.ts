import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { readObservations } from '../audit/read-observations.js';
import { requireComplete } from '../audit/require-complete.js';
import { scoreObservations } from '../audit/score-observations.js';
import { writeFileAtomically } from '../engine/write-atomically.js';
import { ConfigError } from '../errors.js';
import { readReport } from '../report/read-report.js';
import { renderHtml } from '../report/render-html.js';
import { writeReport } from '../report/write-report.js';
import type { AuditReport } from '../types/audit-report.js';
import { toAuditContext } from './audit-inputs.js';
import { checkReport } from './check-report.js';
import { completeReport } from './complete-report.js';
import { MANIFEST_FILE, OBSERVATIONS_FILE, readManifest, REPORT_FILE } from './read-manifest.js';
import { readPathKind } from './read-path-kind.js';
import { readTiming } from './read-timing.js';
import { readToolVersion } from './read-tool-version.js';
import type { RunManifest } from './run-manifest-schema.js';
import { sha256 } from './sha256.js';
import { writeManifest } from './write-manifest.js';
import { lockRunFolder } from './write-run-folder.js';

export interface ReportRequest {
  /** A run's folder, or its `report.json`. */
  readonly path: string;
  /** Score the stored answers again, instead of taking the numbers of the report. */
  readonly rescore?: boolean;
}

export interface ReportOutcome {
  /** The page that was written. */
  readonly html: string;
  readonly report: AuditReport;
}

/** @throws {ConfigError} if the answers are not those that the finished run wrote */
async function checkObservations(file: string, { outputs }: RunManifest): Promise<void> {
  if (outputs === null) return;
  const got = sha256(await readFile(file));
  if (got === outputs.observationsSha256) return;
  throw new ConfigError(
    `Observations \`${file}\` were changed after their run: expected sha256 ${outputs.observationsSha256}, got ${got}. Restore the file, or run the audit again into another folder.`,
    { file },
  );
}

async function rescore(folder: string, manifest: RunManifest): Promise<ReportOutcome> {
  const { inputs, served = {} } = manifest;
  const toolVersion = await readToolVersion();
  const file = join(folder, OBSERVATIONS_FILE);
  const observations = readObservations(file);
  await checkObservations(file, manifest);
  const context = toAuditContext(inputs, toolVersion);
  requireComplete(observations, context);
  const scored = scoreObservations(observations, context);
  const report = {
    ...completeReport(scored, { policySource: inputs.policySource, served, observations }),
    timing: await readTiming(folder),
  };
  const { html } = await writeReport(folder, report);
  await writeManifest(folder, inputs, { report, toolVersion, served });
  return { html, report };
}

/** The manifest of the run whose report that is; `null` for a report that was given away without it. */
async function findManifest(file: string): Promise<RunManifest | null> {
  const folder = dirname(file);
  const isThere =
    basename(file) === REPORT_FILE && (await readPathKind(join(folder, MANIFEST_FILE))) === 'file';
  return isThere ? readManifest(folder) : null;
}

/**
 * Renders the page of an audit again, beside its JSON; with `rescore` both are made anew from the stored answers.
 *
 * @throws {ConfigError} if there is no report there, it is not valid, or it is not what its run has written
 * @throws {IncompleteRunError} if the disk refuses, or answers to be scored again are missing
 */
export async function report({ path, rescore: isRescored = false }: ReportRequest): Promise<ReportOutcome> {
  const kind = await readPathKind(path);
  if (isRescored) {
    const folder = kind === 'file' ? dirname(path) : path;
    const manifest = await readManifest(folder);
    const unlock = await lockRunFolder(folder);
    return rescore(folder, manifest).finally(unlock);
  }
  const read = await readReport(path);
  const file = kind === 'folder' ? join(path, REPORT_FILE) : path;
  checkReport(read, {
    file,
    manifest: await findManifest(file),
    toolVersion: await readToolVersion(),
  });
  const html =
    kind === 'folder'
      ? join(path, 'report.html')
      : `${path.slice(0, path.length - extname(path).length)}.html`;
  await writeFileAtomically(html, (file) => file.writeFile(renderHtml(read)));
  return { html, report: read };
}
