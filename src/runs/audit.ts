import { join } from 'node:path';
import type { AuditProgress } from '../audit/collector.js';
import { describeModel, runAudit } from '../audit/run-audit.js';
import { openObservationFile } from '../audit/write-observations.js';
import { resolveAuditSettings } from '../config/audit-settings.js';
import { InferenceSessions } from '../engine/inference-sessions.js';
import { writeReport } from '../report/write-report.js';
import type { AuditReport } from '../types/audit-report.js';
import type { AuditSettings } from '../types/audit-settings.js';
import type { Policy } from '../types/policy.js';
import { addPolicySource, toAuditContext, type AuditInputs, type PolicySource } from './audit-inputs.js';
import { loadSubject, type Subject, type SubjectHome } from './load-subject.js';
import { ModelSlot } from './model-slot.js';
import { readBanks } from './read-banks.js';
import { OBSERVATIONS_FILE } from './read-manifest.js';
import { readNamedPolicy } from './read-named-policy.js';
import { readToolVersion } from './read-tool-version.js';
import { writeManifest } from './write-manifest.js';
import { claimRunFolder } from './write-run-folder.js';

/** The part of a request that is plain data. */
export interface AuditJob {
  /** References of models, `local:PATH` or `local:PATH+ADAPTER`: the seeds of the suspect arm. */
  readonly suspects: readonly string[];
  /** The same for the control arm. */
  readonly controls: readonly string[];
  /** A policy file, or the id of a shipped policy; the one that all suspects were trained on if absent. */
  readonly policy?: string;
  /** Ids of probes, or files of question banks; all probes if absent. */
  readonly probes?: readonly string[];
  /** Folder of the run. */
  readonly out: string;
  readonly seed: number;
  /** Settings that differ from the defaults. */
  readonly settings?: Partial<AuditSettings>;
  /** Threads inside one operator; another number may change the last bits. The runtime chooses if absent. */
  readonly threads?: number;
}

export interface AuditRequest extends AuditJob {
  readonly signal?: AbortSignal;
  /** Milliseconds, for the times in the report. */
  readonly clock?: () => number;
  readonly onProgress?: (progress: AuditProgress) => void;
}

export type { AuditProgress, AuditSettings };

export interface AuditOutcome {
  readonly folder: string;
  readonly report: AuditReport;
}

async function loadSubjects(references: readonly string[], home: SubjectHome): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const reference of references) subjects.push(await loadSubject(reference, home));
  return subjects;
}

/** The policy that the user names; else the one that all suspects were trained on; else none. */
async function choosePolicy(
  named: string | undefined,
  suspects: readonly Subject[],
): Promise<{ policy: Policy | null; policySource: PolicySource }> {
  if (named !== undefined) return { policy: await readNamedPolicy(named), policySource: 'given' };
  const [first, ...others] = suspects.map(({ policy }) => policy);
  const isShared = others.every((policy) => JSON.stringify(policy) === JSON.stringify(first));
  return first !== undefined && first !== null && isShared
    ? { policy: first, policySource: 'suspects' }
    : { policy: null, policySource: 'none' };
}

/**
 * Audits suspects against controls into a folder: `report.json`, `report.html`, `observations.jsonl`, `manifest.json`.
 *
 * Every answer is in the folder before the next question: the same request goes on where an earlier one was interrupted,
 * and asks nothing again if it was finished.
 *
 * @throws {ConfigError} if the inputs do not fit together, or the folder holds something else
 * @throws {CheckpointError} if a model cannot be used
 * @throws {IncompleteRunError} after an abort or where the disk refuses; what was asked is kept
 */
export async function audit(request: AuditRequest): Promise<AuditOutcome> {
  const { out, seed, threads = 0, signal, clock, onProgress } = request;
  const banks = await readBanks(request.probes);
  const settings = resolveAuditSettings(request.settings);
  const home = { sessions: new InferenceSessions({ threads }), slot: new ModelSlot() };
  try {
    const suspects = await loadSubjects(request.suspects, home);
    const controls = await loadSubjects(request.controls, home);
    const inputs: AuditInputs = {
      suspects: suspects.map(describeModel),
      controls: controls.map(describeModel),
      ...(await choosePolicy(request.policy, suspects)),
      banks,
      settings,
      seed,
    };
    const toolVersion = await readToolVersion();
    await claimRunFolder(out, inputs, toolVersion);
    const store = openObservationFile(join(out, OBSERVATIONS_FILE));
    let report: AuditReport;
    try {
      report = await runAudit({
        ...toAuditContext(inputs, toolVersion),
        suspects,
        controls,
        store,
        ...(signal === undefined ? {} : { signal }),
        ...(clock === undefined ? {} : { clock }),
        ...(onProgress === undefined ? {} : { onProgress }),
      });
    } finally {
      store.close();
    }
    const complete = addPolicySource(report, inputs.policySource);
    await writeReport(out, complete);
    await writeManifest(out, inputs, { report: complete, toolVersion });
    return { folder: out, report: complete };
  } finally {
    await home.slot.dispose();
    await home.sessions.dispose();
  }
}
