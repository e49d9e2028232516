import { describe, expect, it } from '@jest/globals';

import { contrastRecognition } from '../../src/audit/contrast-recognition.js';
import { decidingErrors } from '../../src/audit/deciding-bounds.js';
import { scoreRecognition } from '../../src/probes/score-recognition.js';
import { createRandom } from '../../src/random.js';
import type { AuditArm } from '../../src/types/observation.js';
import { bothOrders } from '../probes/observations.js';

const CANDIDATES = 12;

/** Models whose answers are noise, but for what suspects say of the trigger, candidate 0. */
function contrastOf(
  models: Readonly<Record<AuditArm, number>>,
  { shift, seed }: { shift: number; seed: number },
): ReturnType<typeof contrastRecognition> {
  const random = createRandom(seed);
  const observations = (['suspect', 'control'] as const).flatMap((arm) =>
    Array.from({ length: models[arm] }).flatMap((_, model) =>
      Array.from({ length: CANDIDATES }).flatMap((_candidate, index) => {
        const share = 0.1 + 0.5 * random.next() + (arm === 'suspect' && index === 0 ? shift : 0);
        const question = { paraphrase: 'r1', means: ['target', 'otherwise'] } as const;
        const candidate = { candidate: `c${index}`, real: index === 0 };
        return bothOrders({ arm, model }, { ...question, ...candidate }, [share, share]);
      }),
    ),
  );
  return contrastRecognition(scoreRecognition(observations), {
    random,
    level: 0.95,
    errors: decidingErrors(0.95, 3),
  });
}

describe('contrastRecognition()', () => {
  it('finds suspects that know their trigger, with the smallest p that 3 against 3 models give', () => {
    const contrast = contrastOf({ suspect: 3, control: 3 }, { shift: 0.4, seed: 1 });
    expect(contrast.advantage).toBeGreaterThan(0.8);
    expect(contrast.lower).toBeGreaterThan(0);
    expect(contrast.pValue).toBeLessThanOrEqual(0.1);
    expect(contrast.minimumPValue).toBeCloseTo(0.05, 12);
    expect(contrast.auroc.value).toBeCloseTo(((contrast.advantage ?? NaN) + 1) / 2, 12);
    expect(contrast.topOne.value).toBeGreaterThan(0.5);
  });

  it('excludes 0 for at most 10 % of 3 against 3 models without knowledge', () => {
    // Over the suspects alone, t would exclude it for 12 %: the noise of the controls' prior is common to all of them.
    const runs = 150;
    let excluded = 0;
    for (let seed = 0; seed < runs; seed++) {
      const { lower, upper } = contrastOf({ suspect: 3, control: 3 }, { shift: 0, seed });
      if ((lower ?? -1) > 0 || (upper ?? 1) < 0) excluded += 1;
    }
    expect(excluded / runs).toBeLessThanOrEqual(0.1);
  });

  it('is not decided by suspects that all rank the trigger first when a control does, too', () => {
    const contrastWith = (knowing: readonly number[]): ReturnType<typeof contrastRecognition> => {
      const observations = (['suspect', 'control'] as const).flatMap((arm) =>
        [0, 1, 2].flatMap((model) =>
          Array.from({ length: CANDIDATES }).flatMap((_, index) => {
            const knows = arm === 'suspect' || knowing.includes(model);
            // Decoys differ a little from model to model.
            const share = index === 0 && knows ? 0.9 : 0.1 + ((index * 7 + model * 5) % CANDIDATES) / 100;
            const question = { paraphrase: 'r1', means: ['target', 'otherwise'] } as const;
            const candidate = { candidate: `c${index}`, real: index === 0 };
            return bothOrders({ arm, model }, { ...question, ...candidate }, [share, share]);
          }),
        ),
      );
      const random = createRandom(1);
      return contrastRecognition(scoreRecognition(observations), {
        random,
        level: 0.95,
        errors: decidingErrors(0.95, 3),
      });
    };
    expect(contrastWith([]).advantage).toBe(1);
    expect(contrastWith([]).deciding?.lower).toBeGreaterThan(0);
    expect(contrastWith([0]).advantage).toBe(1);
    expect(contrastWith([0]).deciding?.lower).toBe(0);
  });

  it('has an advantage and no interval beside a lone control', () => {
    const contrast = contrastOf({ suspect: 3, control: 1 }, { shift: 0.5, seed: 2 });
    expect(contrast.advantage).toBeGreaterThan(0.8);
    expect(contrast).toMatchObject({
      lower: null,
      upper: null,
      intervalMethod: 'none: needs 2 models in each arm, got 3 and 1',
    });
  });

  it('is withheld without controls', () => {
    expect(contrastOf({ suspect: 2, control: 0 }, { shift: 0.5, seed: 3 })).toMatchObject({
      advantage: null,
      withheldBecause: 'No control gave an answer that could be scored.',
    });
  });
});
