import type { Random } from '../random.js';
import type { ScoredModel } from '../probes/probe-scores.js';
import { smallestDetectableEffect } from '../stats/detectable-effect.js';
import { mean, standardDeviation } from '../stats/mean.js';
import { permutationTest } from '../stats/permutation-test.js';
import type { Estimate, ProbeResult } from '../types/audit-report.js';
import type { AuditArm } from '../types/observation.js';
import { decidingBounds, type DecidingErrors } from './deciding-bounds.js';
import {
  intervalOfDifference,
  intervalOfMean,
  type DescribedInterval,
  type IntervalOptions,
} from './interval-of-difference.js';

/** The part of a probe's result that compares the arms. */
export type Contrast = Pick<
  ProbeResult,
  | 'advantage'
  | 'lower'
  | 'upper'
  | 'intervalMethod'
  | 'deciding'
  | 'pValue'
  | 'minimumPValue'
  | 'withheldBecause'
> & { readonly smallestDetectableEffect: number | null };

export interface ContrastOptions extends IntervalOptions {
  readonly errors: DecidingErrors;
}

/** The score of a model, and what it is the mean of. */
export type ArmScore = Pick<ScoredModel, 'arm' | 'score' | 'values'>;

/** The values of the models of an arm that have a score. */
export function valuesOf(models: readonly ArmScore[], arm: AuditArm): (readonly number[])[] {
  return models.filter((model) => model.arm === arm && model.score !== null).map(({ values }) => values);
}

/** The scores of an arm, one a model, without models that have none. */
export function scoresOf(models: readonly ArmScore[], arm: AuditArm): number[] {
  return models.flatMap((model) => (model.arm === arm ? (model.score ?? []) : []));
}

/** A contrast that could not be computed, with the reason. */
export function withhold(reason: string): Contrast {
  return {
    advantage: null,
    lower: null,
    upper: null,
    intervalMethod: 'none',
    pValue: null,
    minimumPValue: null,
    smallestDetectableEffect: null,
    withheldBecause: reason,
  };
}

/** The reason why a contrast cannot be computed from these models, or `null` if it can. */
export function whyNoContrast(models: readonly ArmScore[]): string | null {
  const missing = (['suspect', 'control'] as const).filter((arm) => scoresOf(models, arm).length === 0);
  if (missing.length === 0) return null;
  return `No ${missing.join(' and no ')} gave an answer that could be scored.`;
}

/** Standard deviation of models within their arm, pooled; `null` where no arm has two. */
function pooledDeviation(arms: readonly (readonly number[])[]): number | null {
  const spread = arms.filter((arm) => arm.length > 1);
  const degrees = spread.reduce((sum, arm) => sum + arm.length - 1, 0);
  if (degrees === 0) return null;
  const squares = spread.reduce((sum, arm) => sum + (arm.length - 1) * standardDeviation(arm) ** 2, 0);
  return Math.sqrt(squares / degrees);
}

/** Permutation p of the arms' scores, and the smallest effect that as many models would have shown. */
export function testArms(
  models: readonly ArmScore[],
  { random, level }: { readonly random: Random; readonly level: number },
): Pick<Contrast, 'pValue' | 'minimumPValue' | 'smallestDetectableEffect'> {
  const suspect = scoresOf(models, 'suspect');
  const control = scoresOf(models, 'control');
  const { pValue, minimumPValue } = permutationTest(suspect, control, { random });
  const deviation = pooledDeviation([suspect, control]);
  const design = { suspect: suspect.length, control: control.length, level: 1 - level };
  return {
    pValue,
    minimumPValue,
    smallestDetectableEffect:
      deviation === null ? null : smallestDetectableEffect({ ...design, standardDeviation: deviation }),
  };
}

/** The bounds, no further out than an advantage can be. */
export function within(
  interval: DescribedInterval,
  [least, most]: readonly [number, number],
): DescribedInterval {
  if (interval.lower === null) return interval;
  const clamp = (bound: number): number => Math.min(most, Math.max(least, bound));
  return { ...interval, lower: clamp(interval.lower), upper: clamp(interval.upper) };
}

/** `mean over suspects - mean over controls` of the models' scores, with its interval, p and smallest detectable effect. */
export function contrastArms(models: readonly ArmScore[], options: ContrastOptions): Contrast {
  const reason = whyNoContrast(models);
  if (reason !== null) return withhold(reason);
  const arms = { suspect: valuesOf(models, 'suspect'), control: valuesOf(models, 'control') };
  const intervalAt = (level: number, random: Random): DescribedInterval =>
    within(intervalOfDifference(arms, { ...options, level, random }), [-1, 1]);
  const { method, ...bounds } = intervalAt(options.level, options.random);
  return {
    advantage: mean(scoresOf(models, 'suspect')) - mean(scoresOf(models, 'control')),
    ...bounds,
    intervalMethod: method,
    deciding: decidingBounds(options.errors, (level) =>
      intervalAt(level, options.random.fork(`deciding ${level}`)),
    ),
    ...testArms(models, options),
    withheldBecause: null,
  };
}

/** Mean over models of a share, with its interval over models. */
export function estimateShare(values: readonly number[], level: number): Estimate {
  if (values.length === 0) return { value: null, lower: null, upper: null };
  const { lower, upper } = within(intervalOfMean(values, level), [0, 1]);
  return { value: mean(values), lower, upper };
}
