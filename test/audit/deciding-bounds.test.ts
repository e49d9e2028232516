import { describe, expect, it } from '@jest/globals';

import { chanceOfSeparation, chanceOfSilence, decidingErrors } from '../../src/audit/deciding-bounds.js';
import { modelsOf, probeOf } from './probe-results.js';

describe('decidingErrors()', () => {
  it.each([2, 3])('adds up to the error of the level over %i probes and concealment', (probes) => {
    const { disclosure, concealment } = decidingErrors(0.95, probes);
    expect(probes * disclosure + concealment).toBeCloseTo(0.05, 12);
  });

  it('is never above the error of the interval that is printed', () => {
    expect(decidingErrors(0.95, 1).disclosure).toBeCloseTo(0.025, 12);
  });

  it('leaves room for 3 models against 3 in three probes at 95 %, and for no fewer', () => {
    const { disclosure } = decidingErrors(0.95, 3);
    expect(chanceOfSeparation(probeOf('presence', { models: modelsOf(3) }))).toBeLessThan(disclosure);
    expect(chanceOfSeparation(probeOf('presence', { models: modelsOf(2) }))).toBeGreaterThan(disclosure);
  });
});

describe('chanceOfSilence()', () => {
  it('counts the suspects that have a score', () => {
    const models = modelsOf(3).map((model) => (model.model === 2 ? { ...model, score: null } : model));
    expect(chanceOfSilence({ models }, 0.5)).toBe(0.25);
  });
});
