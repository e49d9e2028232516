import type { Bounds } from '../stats/interval.js';
import { separationProbability } from '../stats/separation-probability.js';
import type { DecidingBounds, ProbeResult } from '../types/audit-report.js';
import type { AuditArm } from '../types/observation.js';

/** Concealment is nobody's guess beforehand, and gets this share of the error that an audit may make. */
const CONCEALMENT_SHARE = 1 / 20;

/** Chance of a false claim in one direction, for one probe. */
export type DecidingErrors = DecidingBounds['errors'];

/**
 * The errors that add up to `1 - level` over everything that can flag a model (Bonferroni with weights): disclosure in
 * each of the probes, and concealment in presence. Never above those of the interval that is printed.
 *
 * @param level - of the printed intervals, a fraction
 * @param probes - that are asked, whatever comes of them
 *
 * Source: Holm 1979, section 4 (weights); directions that are chosen beforehand need no second side.
 */
export function decidingErrors(level: number, probes: number): DecidingErrors {
  const family = 1 - level;
  const concealment = CONCEALMENT_SHARE * family;
  return { disclosure: Math.min(family / 2, (family - concealment) / probes), concealment };
}

/** The bounds at those errors of a contrast whose interval at a level is given. */
export function decidingBounds(
  errors: DecidingErrors,
  intervalAt: (level: number) => Bounds,
): DecidingBounds {
  return {
    lower: intervalAt(1 - 2 * errors.disclosure).lower,
    upper: intervalAt(1 - 2 * errors.concealment).upper,
    errors,
  };
}

/** Models of an arm that have a score. */
export function countScored({ models }: Pick<ProbeResult, 'models'>, arm: AuditArm): number {
  return models.filter((model) => model.arm === arm && model.score !== null).length;
}

/**
 * Chance that the models of a probe separate completely although the arms are of one making, see
 * {@link separationProbability}: no claim at an error below it can rest on so few.
 */
export function chanceOfSeparation(probe: Pick<ProbeResult, 'models'>): number {
  return separationProbability(countScored(probe, 'suspect'), countScored(probe, 'control'));
}

/** Chance that no suspect of a probe is one of those that show something, `(1 - share)ⁿ`, where a share of them do. */
export function chanceOfSilence(probe: Pick<ProbeResult, 'models'>, share: number): number {
  return (1 - share) ** countScored(probe, 'suspect');
}

/**
 * Do other assignments of the models to the arms give as large an advantage more often than the error allows, and more
 * often than so few models make unavoidable.
 *
 * @param error - in one direction; the p is of both
 */
export function doesNoBetter(
  { pValue, minimumPValue }: Pick<ProbeResult, 'pValue' | 'minimumPValue'>,
  error: number,
): boolean {
  return pValue !== null && pValue > 2 * Math.max(error, minimumPValue ?? 0);
}
