import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createRandom } from '../../src/random.js';
import { mean } from '../../src/stats/mean.js';
import { permutationTest } from '../../src/stats/permutation-test.js';
import { relabelPermutationTest } from '../../src/stats/relabel-permutation-test.js';

const difference = (suspect: readonly number[], control: readonly number[]): number =>
  mean(suspect) - mean(control);

const random = createRandom(1);
const arm = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 4 });

describe('relabelPermutationTest()', () => {
  it('is the permutation test for a difference of means', () => {
    fc.assert(
      fc.property(arm, arm, (suspect, control) => {
        const { pValue, permutations } = relabelPermutationTest(difference, { suspect, control }, { random });
        const expected = permutationTest(suspect, control, { random });
        expect(pValue).toBeCloseTo(expected.pValue, 12);
        expect(permutations).toBe(expected.permutations);
      }),
    );
  });

  it('is 1 where all models are alike', () => {
    const arms = { suspect: [1, 1], control: [1, 1] };
    expect(relabelPermutationTest(difference, arms, { random }).pValue).toBe(1);
  });

  it('draws assignments where there are many, and is never below what they allow', () => {
    const arms = { suspect: [9, 9.1, 9.2, 9.3, 9.4, 9.5, 9.6], control: [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6] };
    const result = relabelPermutationTest(difference, arms, { random, resamples: 499 });
    expect(result).toMatchObject({ method: 'monte-carlo', permutations: 499, minimumPValue: 1 / 500 });
    expect(result.pValue).toBeLessThan(0.02);
    expect(result.pValue).toBeGreaterThanOrEqual(1 / 500);
  });

  it('rejects at most about 5 % of arms without a difference, although the statistic borrows from the controls', () => {
    // As recognition does: each suspect's lead over the controls, whichever models those are.
    const lead = (suspect: readonly number[], control: readonly number[]): number =>
      mean(suspect.map((value) => (value > mean(control) ? 1 : -1)));
    let rejected = 0;
    for (let run = 0; run < 200; run++) {
      const draw = (): number[] => Array.from({ length: 4 }, () => random.normal());
      const { pValue } = relabelPermutationTest(lead, { suspect: draw(), control: draw() }, { random });
      if (pValue <= 0.05) rejected += 1;
    }
    expect(rejected / 200).toBeLessThanOrEqual(0.09);
  });

  it('counts an assignment without a statistic against the observed one', () => {
    const only = (suspect: readonly number[]): number | null => (suspect.includes(9) ? mean(suspect) : null);
    const { pValue } = relabelPermutationTest(only, { suspect: [9], control: [1, 2, 3] }, { random });
    expect(pValue).toBe(1);
  });

  it('rejects arms for which the statistic is not defined', () => {
    expect(() => relabelPermutationTest(() => null, { suspect: [1], control: [2] }, { random })).toThrow(
      'Expected the statistic to be defined for these arms, got null.',
    );
  });

  it('rejects an empty arm', () => {
    expect(() => relabelPermutationTest(difference, { suspect: [], control: [2] }, { random })).toThrow(
      '`relabelPermutationTest` needs at least 1 values, got 0.',
    );
  });
});
