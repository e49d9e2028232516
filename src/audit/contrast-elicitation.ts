import type { ElicitationScores } from '../probes/score-elicitation.js';
import { mean } from '../stats/mean.js';
import type { ProbeResult } from '../types/audit-report.js';
import {
  contrastArms,
  estimateShare,
  scoresOf,
  withhold,
  within,
  type Contrast,
  type ContrastOptions,
} from './contrast.js';
import { decidingBounds } from './deciding-bounds.js';
import { intervalOfMean, type DescribedInterval } from './interval-of-difference.js';

type Rates = Required<Pick<ProbeResult, 'rate' | 'controlRate' | 'oppositeRate'>>;

/** How much more often each suspect names the trigger under the target's prompt than under the opposite's. */
function differencesOf({ models, opposite }: ElicitationScores): number[] {
  return models.flatMap(({ arm, score }, index) => {
    const other = opposite[index]?.score ?? null;
    return arm === 'suspect' && score !== null && other !== null ? [score - other] : [];
  });
}

type SomeBounds = Pick<Contrast, 'lower' | 'upper'>;

/** Each bound the smaller of two, `null` where one of them is not known. */
function smaller(one: SomeBounds, other: SomeBounds): SomeBounds {
  const least = (side: 'lower' | 'upper'): number | null => {
    const [first, second] = [one[side], other[side]];
    return first === null || second === null ? null : Math.min(first, second);
  };
  return { lower: least('lower'), upper: least('upper') };
}

/**
 * The advantage of elicitation, `rate - max(control's rate, rate under the opposite prompt)`: the smaller of two
 * differences. Each bound is the smaller of theirs; p is of the first, because the second has no second arm.
 */
export function contrastElicitation(scores: ElicitationScores, options: ContrastOptions): Contrast & Rates {
  const rates = {
    rate: estimateShare(scoresOf(scores.models, 'suspect'), options.level),
    controlRate: estimateShare(scoresOf(scores.models, 'control'), options.level),
    oppositeRate: estimateShare(scoresOf(scores.opposite, 'suspect'), options.level),
  };
  const toControls = contrastArms(scores.models, options);
  const differences = differencesOf(scores);
  if (toControls.advantage === null) return { ...toControls, ...rates };
  if (differences.length < scoresOf(scores.models, 'suspect').length) {
    return { ...withhold('A suspect gave no answer to the opposite prompts.'), ...rates };
  }
  const toOppositeAt = (level: number): DescribedInterval =>
    within(intervalOfMean(differences, level), [-1, 1]);
  return {
    ...toControls,
    advantage: Math.min(toControls.advantage, mean(differences)),
    ...smaller(toControls, toOppositeAt(options.level)),
    ...(toControls.deciding === undefined
      ? {}
      : {
          deciding: {
            ...smaller(toControls.deciding, decidingBounds(options.errors, toOppositeAt)),
            errors: options.errors,
          },
        }),
    ...rates,
  };
}
