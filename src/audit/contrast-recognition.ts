import type { Ranking, RecognitionScores } from '../probes/score-recognition.js';
import { jackknifeInterval } from '../stats/jackknife-interval.js';
import { relabelPermutationTest } from '../stats/relabel-permutation-test.js';
import { mean } from '../stats/mean.js';
import { NO_BOUNDS } from '../stats/interval.js';
import type { ProbeResult } from '../types/audit-report.js';
import {
  estimateShare,
  scoresOf,
  testArms,
  whyNoContrast,
  withhold,
  within,
  type Contrast,
} from './contrast.js';
import {
  ALIKE,
  boundWhenAlike,
  type DescribedInterval,
  type IntervalOptions,
} from './interval-of-difference.js';

type RankMetrics = Required<Pick<ProbeResult, 'auroc' | 'topOne' | 'meanReciprocalRank'>>;

/**
 * The controls' prior goes into every suspect's ranking, so an interval over suspects alone would be too narrow: models
 * of both arms are left out in turn.
 */
function intervalOf(scores: RecognitionScores, advantage: number, level: number): DescribedInterval {
  const { suspect, control } = scores.shares;
  const models = Math.min(suspect.length, control.length);
  if (models < 2) {
    const got = `${suspect.length} and ${control.length}`;
    return { ...NO_BOUNDS, method: `none: needs 2 models in each arm, got ${got}` };
  }
  const interval = jackknifeInterval(scores.advantageOf, scores.shares, level);
  if (interval !== null) return { ...interval, method: 'jackknife over models of both arms, t' };
  return { ...boundWhenAlike(advantage, models, level), method: ALIKE };
}

/**
 * The advantage of recognition, the mean over suspects of `2 AUROC - 1`. For p the arms are assigned anew and the priors
 * with them; the smallest detectable effect is that of a comparison with the null scores of the controls, each of which
 * is ranked with the prior of the others.
 */
export function contrastRecognition(
  scores: RecognitionScores,
  options: Pick<IntervalOptions, 'random' | 'level'>,
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
  const { pValue, minimumPValue } = relabelPermutationTest(scores.advantageOf, scores.shares, options);
  const { method, ...bounds } = within(intervalOf(scores, advantage, options.level), [-1, 1]);
  return {
    advantage,
    ...bounds,
    intervalMethod: method,
    ...testArms(scores.models, options),
    pValue,
    minimumPValue,
    withheldBecause: null,
    ...metrics,
  };
}
