import { describe, expect, it } from '@jest/globals';

import { contrastArms, type ArmScore } from '../../src/audit/contrast.js';
import { decidingErrors } from '../../src/audit/deciding-bounds.js';
import { createRandom } from '../../src/random.js';
import { smallestDetectableEffect } from '../../src/stats/detectable-effect.js';
import { standardDeviation } from '../../src/stats/mean.js';
import { welchInterval } from '../../src/stats/welch-interval.js';

const options = { random: createRandom(1), level: 0.95, errors: decidingErrors(0.95, 3), resamples: 300 };

function armOf(arm: 'suspect' | 'control', scores: readonly (number | null)[]): ArmScore[] {
  return scores.map((score) => ({ arm, score, values: score === null ? [] : [score] }));
}

describe('contrastArms()', () => {
  it('compares the means of the models, with interval, p and what it could have seen', () => {
    const suspect = [0.8, 0.7, 0.9];
    const control = [0.2, 0.3, 0.4];
    const contrast = contrastArms([...armOf('suspect', suspect), ...armOf('control', control)], options);
    expect(contrast.advantage).toBeCloseTo(0.5, 12);
    expect([contrast.lower, contrast.upper]).toEqual(Object.values(welchInterval(suspect, control) ?? {}));
    expect(contrast.pValue).toBeCloseTo(0.1, 12);
    expect(contrast.minimumPValue).toBeCloseTo(0.1, 12);
    const spread = { suspect: 3, control: 3, standardDeviation: standardDeviation(suspect) };
    expect(contrast.smallestDetectableEffect).toBeCloseTo(smallestDetectableEffect(spread) ?? NaN, 10);
    expect(contrast.withheldBecause).toBeNull();
  });

  it('turns its sign when the arms change places', () => {
    const [low, high] = [
      [0.2, 0.3],
      [0.6, 0.9],
    ] as const;
    const one = contrastArms([...armOf('suspect', low), ...armOf('control', high)], options);
    const other = contrastArms([...armOf('suspect', high), ...armOf('control', low)], options);
    expect(one.advantage).toBeCloseTo(-(other.advantage ?? NaN), 12);
    expect(one.lower).toBeCloseTo(-(other.upper ?? NaN), 12);
  });

  it('has no bound beyond 1', () => {
    const contrast = contrastArms([...armOf('suspect', [1, 0.2]), ...armOf('control', [0.1, 0])], options);
    expect(contrast.upper).toBe(1);
    expect(contrast.lower).toBe(-1);
  });

  it('leaves out models without a score', () => {
    const scores = [...armOf('suspect', [0.5, null, 0.7]), ...armOf('control', [0.1, null, 0.1])];
    expect(contrastArms(scores, options).advantage).toBeCloseTo(0.5, 12);
  });

  it('has an advantage and no interval with one model an arm', () => {
    const contrast = contrastArms([...armOf('suspect', [0.5]), ...armOf('control', [0.1])], options);
    expect(contrast).toMatchObject({
      advantage: 0.4,
      lower: null,
      upper: null,
      pValue: 1,
      minimumPValue: 1,
      smallestDetectableEffect: null,
    });
  });

  it.each([
    [[null], [0.1], 'No suspect gave an answer that could be scored.'],
    [[0.1], [], 'No control gave an answer that could be scored.'],
    [[], [null], 'No suspect and no control gave an answer that could be scored.'],
  ])('is withheld with the reason where an arm has no score', (suspect, control, withheldBecause) => {
    const contrast = contrastArms([...armOf('suspect', suspect), ...armOf('control', control)], options);
    expect(contrast).toMatchObject({ advantage: null, pValue: null, lower: null, withheldBecause });
  });
});
