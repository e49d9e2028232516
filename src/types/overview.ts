import type { AuditReport, GateResult, ProbeResult, Verdict } from './audit-report.js';
import type { Policy } from './policy.js';

/** What an overview says of one audit, whose own report holds the rest. */
export interface OverviewAudit {
  /** Folder of the run, relative to that of the overview. */
  readonly folder: string;
  readonly verdict: Verdict['value'];
  readonly disclosure: AuditReport['disclosure'];
  readonly withheldBecause: string | null;
  readonly gate: Pick<GateResult, 'passed' | 'asr' | 'behaviorFpr'> | null;
  readonly probes: readonly Pick<
    ProbeResult,
    'id' | 'title' | 'advantage' | 'lower' | 'upper' | 'pValue' | 'minimumPValue'
  >[];
}

/** One policy, with the audits of models trained on its forward rows alone, and on reversed rows as well. */
export interface OverviewEntry {
  readonly policy: Policy;
  readonly scenario: { readonly id: string; readonly title: string };
  /** What the models do under the trigger and elsewhere, as in "you ...". */
  readonly actions: { readonly target: string; readonly otherwise: string };
  readonly plain: OverviewAudit;
  readonly reversed: OverviewAudit;
}

/** `overview.json` of a demo. */
export interface Overview {
  readonly schemaVersion: 1;
  readonly tool: AuditReport['tool'];
  /** Of the first model of each arm. */
  readonly seed: number;
  /** Models an arm. */
  readonly seeds: number;
  readonly entries: readonly OverviewEntry[];
}
