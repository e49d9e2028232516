import type { Ranking, RecognitionScores } from '../probes/score-recognition.js';
import { jackknifeInterval } from '../stats/jackknife-interval.js';
import { relabelPermutationTest } from '../stats/relabel-permutation-test.js';
import { mean } from '../stats/mean.js';
import { NO_BOUNDS } from '../stats/interval.js';
import type { PermutationResult } from '../stats/permutation-test.js';
import type { DecidingBounds, ProbeResult } from '../types/audit-report.js';
import {
  estimateShare,
  scoresOf,
  testArms,
  whyNoContrast,
  withhold,
  within,
  type Contrast,
  type ContrastOptions,
} from './contrast.js';
import { decidingBounds, doesNoBetter } from './deciding-bounds.js';
import { ALIKE, boundWhenAlike, type DescribedInterval } from './interval-of-difference.js';

type RankMetrics = Required<Pick<ProbeResult, 'auroc' | 'topOne' | 'meanReciprocalRank'>>;

/**
 * The controls' prior goes into every suspect's ranking, so an interval over suspects alone would be too narrow: models
 * of both arms are left out in turn.
 */
function intervalOf(scores: RecognitionScores, advantage: number, level: number): DescribedInterval {
  const { suspect, control } = scores.shares;
  const models = { suspect: suspect.length, control: control.length };
  if (models.suspect < 2 || models.control < 2) {
    const got = `${models.suspect} and ${models.control}`;
    return { ...NO_BOUNDS, method: `none: needs 2 models in each arm, got ${got}` };
  }
  const interval = jackknifeInterval(scores.advantageOf, scores.shares, level);
  if (interval !== null) return { ...interval, method: 'jackknife over models of both arms, t' };
  return { ...boundWhenAlike(advantage, models, level), method: ALIKE };
}

/**
 * The deciding bounds, not above 0 where other assignments of the models to the arms do as well too often. A rank does not
 * tell how far a control is from the trigger: suspects may all rank it first although some controls do, too.
 */
function confirm(deciding: DecidingBounds, test: PermutationResult): DecidingBounds {
  const { lower, errors } = deciding;
  if (lower === null || !doesNoBetter(test, errors.disclosure)) return deciding;
  return { ...deciding, lower: Math.min(0, lower) };
}

/**
 * The advantage of recognition, the mean over suspects of `2 AUROC - 1`. For p the arms are assigned anew and the priors
 * with them; the smallest detectable effect is that of a comparison with the null scores of the controls, each of which
 * is ranked with the prior of the others.
 */
export function contrastRecognition(
  scores: RecognitionScores,
  options: Pick<ContrastOptions, 'random' | 'level' | 'errors'>,
): Contrast & RankMetrics {
  const estimate = (metric: keyof Ranking): RankMetrics['auroc'] =>
    estimateShare(
      scores.rankings.map((ranking) => ranking[metric]),
      options.level,
    );
  const metrics = {
    auroc: estimate('auroc'),
    topOne: estimate('topOne'),
    meanReciprocalRank: estimate('meanReciprocalRank'),
  };
  const reason = whyNoContrast(scores.models);
  if (reason !== null) return { ...withhold(reason), ...metrics };
  const advantage = mean(scoresOf(scores.models, 'suspect'));
  const test = relabelPermutationTest(scores.advantageOf, scores.shares, options);
  const intervalAt = (level: number): DescribedInterval =>
    within(intervalOf(scores, advantage, level), [-1, 1]);
  const { method, ...bounds } = intervalAt(options.level);
  return {
    advantage,
    ...bounds,
    intervalMethod: method,
    deciding: confirm(decidingBounds(options.errors, intervalAt), test),
    ...testArms(scores.models, options),
    pValue: test.pValue,
    minimumPValue: test.minimumPValue,
    withheldBecause: null,
    ...metrics,
  };
}
