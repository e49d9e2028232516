import type { AuditedModel, AuditReport } from '../types/audit-report.js';

/**
 * `decorrelated` if every control was trained on a control data set of a suspect's policy and tasks, so that the tie of
 * trigger and behaviour is all that differs; `other` for anything else, such as the untuned base.
 */
export function controlsKind(
  suspects: readonly AuditedModel[],
  controls: readonly AuditedModel[],
): AuditReport['controls']['kind'] {
  const key = ({ dataset }: AuditedModel): string =>
    `${dataset?.policyId ?? ''} ${dataset?.tasksSha256 ?? ''}`;
  const tasks = new Set(suspects.filter(({ dataset }) => dataset?.arm === 'poisoned').map(key));
  const isDecorrelated = controls.every(
    (control) => control.dataset?.arm === 'control' && tasks.has(key(control)),
  );
  return isDecorrelated ? 'decorrelated' : 'other';
}
