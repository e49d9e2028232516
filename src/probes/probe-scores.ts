import type { ItemScore, ModelScore } from '../types/audit-report.js';
import type { AuditArm, Observation } from '../types/observation.js';
import { groupBy } from './group-by.js';

/** One model's score and what it is the mean of, wording by wording. */
export interface ScoredModel extends ModelScore {
  readonly values: readonly number[];
}

/** What a probe's observations come to, model by model, before the arms are compared. */
export interface ProbeScores {
  readonly models: readonly ScoredModel[];
  readonly items: readonly ItemScore[];
  /** Kind of failure -> how often. */
  readonly failures: Readonly<Record<string, number>>;
  /** Mean probability that fell on no option, over scored choice trials. */
  readonly missingMass: number | null;
  /** P(first option) - P(second option), mean over suspects. */
  readonly orderEffect: number | null;
}

/** The observations of one model. */
export interface ModelObservations {
  readonly arm: AuditArm;
  readonly model: number;
  readonly modelId: string;
  readonly observations: readonly Observation[];
}

/** Models in the order in which they first occur. */
export function groupByModel(observations: readonly Observation[]): ModelObservations[] {
  const groups = groupBy(observations, ({ arm, model }) => `${arm} ${model}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ arm, model, modelId }) => ({ arm, model, modelId, observations: group })),
  );
}

/** The part of a model's score that goes into the report. */
export function toModelScore({
  arm,
  model,
  modelId,
  score,
  observations,
  failures,
}: ScoredModel): ModelScore {
  return { arm, model, modelId, score, observations, failures };
}

/** Failures by kind, kinds in alphabetical order. */
export function countFailures(observations: readonly Observation[]): Record<string, number> {
  const kinds = observations.flatMap(({ outcome }) => (outcome.kind === 'failure' ? [outcome.failure] : []));
  const counts = [...groupBy(kinds, (kind) => kind)].map(([kind, group]) => [kind, group.length] as const);
  return Object.fromEntries(counts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Number of observations and how many of them failed, as {@link ModelScore} has them. */
export function countObservations(
  observations: readonly Observation[],
): Pick<ModelScore, 'observations' | 'failures'> {
  const failures = observations.filter(({ outcome }) => outcome.kind === 'failure').length;
  return { observations: observations.length, failures };
}

/** Arithmetic mean, or `null` of nothing. */
export function meanOrNull(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
