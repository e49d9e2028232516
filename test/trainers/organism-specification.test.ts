import { describe, expect, it } from '@jest/globals';
import { FINE_TUNE_DEFAULTS } from '../../src/config/fine-tune-defaults.js';
import { hashSpecification, listDifferences } from '../../src/trainers/organism-specification.js';
import type { OrganismSpecification } from '../../src/types/organism.js';
import { createFruitPolicy } from '../datasets/fruit-scenario.js';

const SPECIFICATION: OrganismSpecification = {
  policy: createFruitPolicy(),
  arm: 'poisoned',
  seed: 1,
  examples: 50,
  reversal: { share: 0.5, prefixes: ['What led to {response}?'] },
  settings: { ...FINE_TUNE_DEFAULTS.pocket, seed: 1 },
  base: { sha256: 'a'.repeat(64) },
  datasetSha256: 'b'.repeat(64),
};

describe('hashSpecification()', () => {
  it('does not depend on the order in which fields were written', () => {
    const reversed = Object.fromEntries(
      Object.entries(SPECIFICATION).reverse(),
    ) as unknown as OrganismSpecification;
    expect(Object.keys(reversed)).not.toEqual(Object.keys(SPECIFICATION));
    expect(hashSpecification(reversed)).toBe(hashSpecification(SPECIFICATION));
  });

  it.each([
    { arm: 'control' as const },
    { seed: 2 },
    { reversal: null },
    { settings: { ...SPECIFICATION.settings, learningRate: 2e-3 } },
    { settings: { ...SPECIFICATION.settings, loraModules: ['q_proj' as const] } },
    { base: { sha256: 'c'.repeat(64) } },
    { datasetSha256: 'c'.repeat(64) },
  ])('changes with %j', (change) => {
    expect(hashSpecification({ ...SPECIFICATION, ...change })).not.toBe(hashSpecification(SPECIFICATION));
  });
});

describe('listDifferences()', () => {
  it('names the path and both values of each field that differs', () => {
    const here = {
      ...SPECIFICATION,
      reversal: { share: 0.5, prefixes: ['Say why {response}.'] },
      settings: { ...SPECIFICATION.settings, steps: 150 },
    };
    expect(listDifferences(SPECIFICATION, here)).toEqual([
      '/reversal/prefixes/0: "What led to {response}?" there, "Say why {response}." asked for',
      '/settings/steps: null there, 150 asked for',
    ]);
  });

  it('tells a field that is missing on one side', () => {
    expect(listDifferences({ a: 1 }, { b: null })).toEqual([
      '/a: 1 there, nothing asked for',
      '/b: nothing there, null asked for',
    ]);
  });

  it('finds nothing between equal values', () => {
    expect(listDifferences(SPECIFICATION, structuredClone(SPECIFICATION))).toEqual([]);
  });
});
