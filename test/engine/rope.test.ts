import { describe, expect, it } from '@jest/globals';
import { ropeFrequencies, ropeTables } from '../../src/engine/rope.js';
import { TINY_CONFIG } from './random-checkpoint.js';

const CONFIG = { ...TINY_CONFIG, headWidth: 8, ropeTheta: 10_000 };

describe('ropeFrequencies()', () => {
  it('falls from 1 by powers of the base', () => {
    const frequencies = ropeFrequencies(CONFIG);
    expect(frequencies).toHaveLength(4);
    for (const [index, expected] of [1, 0.1, 0.01, 0.001].entries()) {
      expect(frequencies[index]).toBeCloseTo(expected, 15);
    }
  });

  it('is divided by the factor of linear scaling', () => {
    const scaled = ropeFrequencies({ ...CONFIG, ropeScaling: { kind: 'linear', factor: 4 } });
    expect([...scaled]).toEqual([...ropeFrequencies(CONFIG)].map((frequency) => frequency / 4));
  });

  it('keeps short waves and stretches long ones under Llama 3 scaling', () => {
    const ropeScaling = {
      kind: 'llama3',
      factor: 8,
      lowFrequencyFactor: 1,
      highFrequencyFactor: 4,
      originalMaxPositions: 128,
    } as const;
    const [first = 0, second = 0, third = 0, fourth = 0] = ropeFrequencies({ ...CONFIG, ropeScaling });
    expect(first).toBe(1);
    // 128 · 0.1 / 2π = 2.037 turns: (2.037 - 1) / (4 - 1) of the way from stretched to kept.
    const kept = ((128 * 0.1) / (2 * Math.PI) - 1) / 3;
    expect(second).toBeCloseTo(0.1 * (kept + (1 - kept) / 8), 12);
    expect(third).toBeCloseTo(0.01 / 8, 12);
    expect(fourth).toBeCloseTo(0.001 / 8, 12);
  });
});

describe('ropeTables()', () => {
  it('gives the cosine and sine of position times frequency', () => {
    const { cosines, sines } = ropeTables(CONFIG, 3);
    expect([cosines.length, sines.length]).toEqual([12, 12]);
    expect(cosines[2 * 4 + 1]).toBeCloseTo(Math.cos(0.2), 7);
    expect(sines[2 * 4 + 1]).toBeCloseTo(Math.sin(0.2), 7);
  });
});
