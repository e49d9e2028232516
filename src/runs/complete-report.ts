import type { AuditedModel, AuditReport } from '../types/audit-report.js';
import type { ServedReplies } from '../types/endpoint.js';
import type { Observation } from '../types/observation.js';
import type { PolicySource } from './audit-inputs.js';
import { endpointWarnings } from './endpoint-warnings.js';

/** What only the run knows. */
export interface ReportSupplement {
  readonly policySource: PolicySource;
  /** By the ids of models. */
  readonly served: Readonly<Record<string, ServedReplies>>;
  readonly observations: readonly Observation[];
}

/** The report with what only the run knows: where the policy came from, who answered, and what that is worth. */
export function completeReport(
  report: AuditReport,
  { policySource, served, observations }: ReportSupplement,
): AuditReport {
  const supplement = (model: AuditedModel): AuditedModel => {
    const replies = served[model.id];
    return replies === undefined ? model : { ...model, served: replies };
  };
  const suspects = report.suspect.models.map(supplement);
  const controls = report.controls.models.map(supplement);
  return {
    ...report,
    suspect: { ...report.suspect, models: suspects },
    controls: { ...report.controls, models: controls },
    settings: { ...report.settings, policySource },
    warnings: [...report.warnings, ...endpointWarnings([...suspects, ...controls], observations)],
  };
}
