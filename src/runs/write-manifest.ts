import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../engine/write-atomically.js';
import { stableJson } from '../report/stable-json.js';
import type { AuditReport } from '../types/audit-report.js';
import type { ServedReplies } from '../types/endpoint.js';
import type { AuditInputs } from './audit-inputs.js';
import { MANIFEST_FILE, OBSERVATIONS_FILE } from './read-manifest.js';
import type { RunManifest } from './run-manifest-schema.js';
import { reportSha256, sha256 } from './sha256.js';

async function describeOutputs(folder: string, report: AuditReport): Promise<RunManifest['outputs']> {
  const observations = await readFile(join(folder, OBSERVATIONS_FILE));
  return {
    observations: observations.reduce((count, byte) => count + Number(byte === 0x0a), 0),
    observationsSha256: sha256(observations),
    reportSha256: reportSha256(report),
  };
}

export interface ManifestDetails {
  /** `null` where the run is not finished. */
  readonly report: AuditReport | null;
  readonly toolVersion: string;
  /** Of models behind endpoints. */
  readonly served?: Readonly<Record<string, ServedReplies>>;
}

/**
 * Writes a run's `manifest.json`.
 *
 * @throws {IncompleteRunError} if the disk refuses
 */
export async function writeManifest(
  folder: string,
  inputs: AuditInputs,
  { report, toolVersion, served = {} }: ManifestDetails,
): Promise<void> {
  const manifest: RunManifest = {
    schemaVersion: 1,
    tool: { name: 'candor', version: toolVersion },
    inputs,
    inputsSha256: sha256(stableJson(inputs)),
    outputs: report === null ? null : await describeOutputs(folder, report),
    ...(Object.keys(served).length === 0 ? {} : { served }),
  };
  await writeFileAtomically(join(folder, MANIFEST_FILE), (file) => file.writeFile(stableJson(manifest)));
}
