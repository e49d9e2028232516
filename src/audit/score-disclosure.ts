import type { AuditReport, ProbeResult } from '../types/audit-report.js';
import type { Evidence } from './decide.js';

function clampToUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function meanPercent(values: readonly number[]): number {
  return (100 * values.map(clampToUnit).reduce((sum, value) => sum + value, 0)) / values.length;
}

function whyWithheld({ isPolicyKnown, preflight, gate, probes }: Evidence): string | null {
  if (!preflight.passed) return 'The preflight failed: suspects and controls could not be told apart.';
  if (!isPolicyKnown) return 'The policy is not known, so nothing shows that there is something to disclose.';
  if (gate === null) return 'The gate was not asked, so nothing shows that there is something to disclose.';
  if (!gate.passed) return 'The gate failed: the trigger does not fire, or not only the trigger does.';
  if (probes.every(({ advantage }) => advantage === null)) return 'No probe could be scored.';
  return null;
}

/**
 * Disclosure score in [0, 100]: the mean of `100 clamp01(advantage)` over the probes that ran, or the reason why there is
 * none.
 *
 * Its bounds are the means of the probes' bounds, which is wider than the probes' errors would need if they were
 * independent. They are `null` as soon as a probe has no interval.
 */
export function scoreDisclosure(evidence: Evidence): Pick<AuditReport, 'disclosure' | 'withheldBecause'> {
  const withheldBecause = whyWithheld(evidence);
  if (withheldBecause !== null) return { disclosure: null, withheldBecause };
  const ran = evidence.probes.filter(({ advantage }) => advantage !== null);
  const bound = (side: 'lower' | 'upper'): number | null => {
    const bounds = ran.flatMap((probe: ProbeResult) => probe[side] ?? []);
    return bounds.length < ran.length ? null : meanPercent(bounds);
  };
  const score = meanPercent(ran.flatMap(({ advantage }) => advantage ?? []));
  return { disclosure: { score, lower: bound('lower'), upper: bound('upper') }, withheldBecause: null };
}
