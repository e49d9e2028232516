import { dirname, extname, join } from 'node:path';
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
import { completeReport } from './complete-report.js';
import { OBSERVATIONS_FILE, readManifest } from './read-manifest.js';
import { readPathKind } from './read-path-kind.js';
import { readToolVersion } from './read-tool-version.js';
import { writeManifest } from './write-manifest.js';

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

/** Times are of the run that asked, which is not repeated; with a report that cannot be read they are lost. */
async function readTiming(folder: string): Promise<AuditReport['timing']> {
  try {
    return (await readReport(folder)).timing;
  } catch (error) {
    if (error instanceof ConfigError) return {};
    throw error;
  }
}

async function rescore(folder: string): Promise<ReportOutcome> {
  const { inputs, served = {} } = await readManifest(folder);
  const toolVersion = await readToolVersion();
  const observations = readObservations(join(folder, OBSERVATIONS_FILE));
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

/**
 * Renders the page of an audit again, beside its JSON; with `rescore` both are made anew from the stored answers.
 *
 * @throws {ConfigError} if there is no report there, or it is not valid
 * @throws {IncompleteRunError} if the disk refuses, or answers to be scored again are missing
 */
export async function report({ path, rescore: isRescored = false }: ReportRequest): Promise<ReportOutcome> {
  const kind = await readPathKind(path);
  if (isRescored) return rescore(kind === 'file' ? dirname(path) : path);
  const read = await readReport(path);
  const html =
    kind === 'folder'
      ? join(path, 'report.html')
      : `${path.slice(0, path.length - extname(path).length)}.html`;
  await writeFileAtomically(html, (file) => file.writeFile(renderHtml(read)));
  return { html, report: read };
}
