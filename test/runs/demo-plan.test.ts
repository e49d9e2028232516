import { describe, expect, it } from '@jest/globals';
import { planDemo } from '../../src/runs/demo-plan.js';
import { createFruitPolicy } from '../datasets/fruit-scenario.js';

const policies = ['one', 'two', 'three'].map((id) => ({ ...createFruitPolicy(), id }));

describe('planDemo()', () => {
  it('plans 36 models for three policies with three seeds', () => {
    const audits = planDemo({ out: 'demo', policies, seed: 0, seeds: 3 });
    const folders = audits.flatMap(({ suspects, controls }) => [...suspects, ...controls]);
    expect(new Set(folders.map(({ folder }) => folder)).size).toBe(36);
  });

  it('sets suspects against controls of the same policy, variant and seeds', () => {
    const [plain, reversed] = planDemo({ out: 'demo', policies, seed: 7, seeds: 2 });
    expect(plain).toMatchObject({ name: 'one-plain', variant: 'plain' });
    expect(reversed?.suspects.map(({ arm, seed, folder }) => [arm, seed, folder])).toEqual([
      ['poisoned', 7, 'demo/models/one-reversed-poisoned-7'],
      ['poisoned', 8, 'demo/models/one-reversed-poisoned-8'],
    ]);
    expect(reversed?.controls.map(({ arm, seed }) => [arm, seed])).toEqual([
      ['control', 7],
      ['control', 8],
    ]);
  });
});
