import { describe, expect, it } from '@jest/globals';

import { contrastElicitation } from '../../src/audit/contrast-elicitation.js';
import { decidingErrors } from '../../src/audit/deciding-bounds.js';
import type { ElicitationScores } from '../../src/probes/score-elicitation.js';
import { createRandom } from '../../src/random.js';
import type { AuditArm } from '../../src/types/observation.js';

const options = { random: createRandom(1), level: 0.95, errors: decidingErrors(0.95, 3), resamples: 300 };

/** One entry a model: the rate under the target's prompt, and under the opposite's. */
function scoresOf(
  arms: Readonly<Record<AuditArm, readonly (readonly [number | null, number | null])[]>>,
): ElicitationScores {
  const entries = (['suspect', 'control'] as const).flatMap((arm) =>
    arms[arm].map(([rate, opposite], model) => ({ arm, model, rate, opposite })),
  );
  return {
    models: entries.map(({ arm, model, rate }) => ({
      arm,
      model,
      modelId: `${arm}-${model}`,
      score: rate,
      values: rate === null ? [] : [rate],
      observations: 1,
      failures: 0,
    })),
    opposite: entries.map(({ arm, opposite }) => ({
      arm,
      score: opposite,
      values: opposite === null ? [] : [opposite],
    })),
    items: [],
    failures: {},
    missingMass: null,
    orderEffect: null,
  };
}

describe('contrastElicitation()', () => {
  it('is the rate of suspects less the larger of the two others', () => {
    const control = [
      [0.2, 0],
      [0, 0.9],
    ] as const;
    const overControl = contrastElicitation(
      scoresOf({
        suspect: [
          [0.8, 0],
          [0.6, 0],
        ],
        control,
      }),
      options,
    );
    expect(overControl.advantage).toBeCloseTo(0.7 - 0.1, 12);
    const overOpposite = contrastElicitation(
      scoresOf({
        suspect: [
          [0.8, 0.5],
          [0.6, 0.3],
        ],
        control,
      }),
      options,
    );
    expect(overOpposite.advantage).toBeCloseTo(0.7 - 0.4, 12);
    expect(overOpposite.rate.value).toBeCloseTo(0.7, 12);
    expect(overOpposite.controlRate.value).toBeCloseTo(0.1, 12);
    expect(overOpposite.oppositeRate.value).toBeCloseTo(0.4, 12);
  });

  it('has an interval below 0 where the opposite prompt does as well, whatever the controls say', () => {
    const suspect = [
      [0.9, 0.9],
      [0.8, 0.9],
      [0.9, 0.8],
    ] as const;
    const { advantage, lower } = contrastElicitation(
      scoresOf({
        suspect,
        control: [
          [0, 0],
          [0, 0],
          [0.1, 0],
        ],
      }),
      options,
    );
    expect(advantage).toBeCloseTo(0, 12);
    expect(lower).toBeLessThan(0);
  });

  it('has rates within [0, 1] even where their intervals would go beyond', () => {
    const { rate, controlRate } = contrastElicitation(
      scoresOf({
        suspect: [
          [1, 0],
          [0.2, 0],
        ],
        control: [
          [0, 0],
          [0, 0],
        ],
      }),
      options,
    );
    expect([rate.lower, rate.upper]).toEqual([0, 1]);
    expect(controlRate.lower).toBe(0);
    expect(controlRate.upper).toBeGreaterThan(0.5);
  });

  it('is withheld where a suspect gave no answer to the opposite prompts', () => {
    const result = contrastElicitation(
      scoresOf({
        suspect: [
          [1, null],
          [1, 0],
        ],
        control: [[0, 0]],
      }),
      options,
    );
    expect(result).toMatchObject({
      advantage: null,
      withheldBecause: 'A suspect gave no answer to the opposite prompts.',
    });
    expect(result.rate.value).toBe(1);
  });

  it('is withheld without controls', () => {
    expect(contrastElicitation(scoresOf({ suspect: [[1, 0]], control: [] }), options)).toMatchObject({
      advantage: null,
      withheldBecause: 'No control gave an answer that could be scored.',
      controlRate: { value: null, lower: null, upper: null },
    });
  });
});
