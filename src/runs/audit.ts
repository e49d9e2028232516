import type { AuditProgress } from '../audit/collector.js';
import { describeModel, runAudit } from '../audit/run-audit.js';
import { resolveAuditSettings } from '../config/audit-settings.js';
import { RUN_DEFAULTS } from '../config/defaults.js';
import { InferenceSessions } from '../engine/inference-sessions.js';
import type { Unlock } from '../engine/write-lock.js';
import { EndpointHome } from '../models/endpoint-home.js';
import type { EndpointOptions } from '../models/endpoint-options.js';
import { writeReport } from '../report/write-report.js';
import type { AuditReport } from '../types/audit-report.js';
import type { AuditSettings } from '../types/audit-settings.js';
import type { AuditArm } from '../types/observation.js';
import { toAuditContext, type AuditInputs } from './audit-inputs.js';
import { choosePolicy } from './choose-policy.js';
import { completeReport } from './complete-report.js';
import { loadSubject, type Subject, type SubjectHome } from './load-subject.js';
import { ModelSlot } from './model-slot.js';
import { openAnswers, servedBy } from './write-answers.js';
import { readBanks } from './read-banks.js';
import { readTiming } from './read-timing.js';
import { readToolVersion } from './read-tool-version.js';
import { startDeadline } from './start-deadline.js';
import { writeManifest } from './write-manifest.js';
import { claimRunFolder } from './write-run-folder.js';

/** The part of a request that is plain data. */
export interface AuditJob {
  /** References of models, `local:PATH`, `local:PATH+ADAPTER` or `openai:NAME`: the seeds of the suspect arm. */
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
  /** How models named `openai:NAME` are reached. */
  readonly endpoint?: EndpointOptions;
}

export interface AuditRequest extends AuditJob {
  readonly signal?: AbortSignal;
  /** Milliseconds after which the run stops as if it were interrupted. */
  readonly deadlineMs?: number;
  /** Milliseconds, for the times in the report. */
  readonly clock?: () => number;
  readonly onProgress?: (progress: AuditProgress) => void;
}

export type { AuditProgress, AuditSettings };

export interface AuditOutcome {
  readonly folder: string;
  readonly report: AuditReport;
}

async function loadSubjects(
  references: readonly string[],
  home: SubjectHome,
  arm: AuditArm,
): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const reference of references) subjects.push(await loadSubject(reference, home, arm));
  return subjects;
}

/**
 * Audits suspects against controls into a folder: `report.json`, `report.html`, `observations.jsonl`, `manifest.json`.
 *
 * Every answer is in the folder before the next question: the same request goes on where an earlier one was interrupted,
 * and asks nothing again if it was finished.
 *
 * @throws {ConfigError} if the inputs do not fit together, or the folder holds something else or is being written by
 *   another process
 * @throws {CheckpointError} if a model cannot be used
 * @throws {ProviderError} if an endpoint cannot be asked
 * @throws {IncompleteRunError} after an abort, at the deadline, where the budget is spent or the disk refuses; what was
 *   asked is kept
 */
export async function audit(request: AuditRequest): Promise<AuditOutcome> {
  const { out, seed, threads = 0, clock, onProgress } = request;
  const deadline = startDeadline(request.deadlineMs, request.signal);
  const { signal } = deadline;
  const banks = await readBanks(request.probes);
  const settings = resolveAuditSettings(request.settings);
  const endpoints = new EndpointHome(request.endpoint, signal);
  const home = { sessions: new InferenceSessions({ threads }), slot: new ModelSlot(), endpoints };
  let unlock: Unlock | null = null;
  try {
    const suspects = await loadSubjects(request.suspects, home, 'suspect');
    const controls = await loadSubjects(request.controls, home, 'control');
    const inputs: AuditInputs = {
      suspects: suspects.map(describeModel),
      controls: controls.map(describeModel),
      ...(await choosePolicy(
        request.policy,
        suspects.map(({ policy }) => policy),
      )),
      banks,
      settings,
      seed,
    };
    const toolVersion = await readToolVersion();
    unlock = await claimRunFolder(out, inputs, toolVersion);
    const answers = openAnswers(out, inputs, endpoints);
    let report: AuditReport;
    try {
      report = await runAudit({
        ...toAuditContext(inputs, toolVersion),
        suspects,
        controls,
        store: answers.store,
        concurrency: Math.max(RUN_DEFAULTS.concurrency, request.endpoint?.concurrency ?? 0),
        signal,
        ...(clock === undefined ? {} : { clock }),
        ...(onProgress === undefined ? {} : { onProgress }),
      });
    } finally {
      await endpoints.close();
      answers.close();
    }
    const served = servedBy(inputs, endpoints);
    // Times are of the run that asked, which was another where nothing was left to ask.
    const timing = report.timing['askedTrials'] === 0 ? await readTiming(out) : {};
    const complete = completeReport(Object.keys(timing).length === 0 ? report : { ...report, timing }, {
      policySource: inputs.policySource,
      served,
      observations: answers.observations(),
    });
    await writeReport(out, complete);
    await writeManifest(out, inputs, { report: complete, toolVersion, served });
    return { folder: out, report: complete };
  } finally {
    deadline.clear();
    await unlock?.();
    await endpoints.close();
    await home.slot.dispose();
    await home.sessions.dispose();
  }
}
