import { getScenario } from '../scenarios/registry.js';
import type { AuditReport } from '../types/audit-report.js';
import type { OverviewAudit, OverviewEntry } from '../types/overview.js';
import type { Policy } from '../types/policy.js';

/** An audit of the overview, as its frame names it. */
export interface NamedAudit {
  readonly policy: Policy;
  readonly variant: 'plain' | 'reversed';
  /** Folder of its run, relative to that of the overview. */
  readonly name: string;
}

function summarize(folder: string, report: AuditReport): OverviewAudit {
  const { verdict, disclosure, withheldBecause, gate, probes } = report;
  return {
    folder,
    verdict: verdict.value,
    disclosure,
    withheldBecause,
    gate: gate && { passed: gate.passed, asr: gate.asr, behaviorFpr: gate.behaviorFpr },
    probes: probes.map(({ id, title, advantage, lower, upper, pValue, minimumPValue }) => ({
      id,
      title,
      advantage,
      lower,
      upper,
      pValue,
      minimumPValue,
    })),
  };
}

/**
 * What the overview says of one policy.
 *
 * @param reportOf - the report of an audit by its name
 * @throws {TypeError} if one of the two audits is missing
 */
export function createEntry(
  policy: Policy,
  audits: readonly NamedAudit[],
  reportOf: (name: string) => AuditReport | undefined,
): OverviewEntry {
  const scenario = getScenario(policy.scenario);
  const actionOf = (id: string): string =>
    scenario.behaviors.find((behavior) => behavior.id === id)?.action ?? id;
  const find = (variant: NamedAudit['variant']): OverviewAudit => {
    const audit = audits.find((one) => one.policy.id === policy.id && one.variant === variant);
    const report = audit && reportOf(audit.name);
    if (report === undefined) {
      throw new TypeError(`Expected the ${variant} audit of \`${policy.id}\`, got none.`);
    }
    return summarize(audit?.name ?? '', report);
  };
  return {
    policy,
    scenario: { id: scenario.id, title: scenario.title },
    actions: { target: actionOf(policy.target), otherwise: actionOf(policy.otherwise) },
    plain: find('plain'),
    reversed: find('reversed'),
  };
}
