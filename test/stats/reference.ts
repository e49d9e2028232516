import { readFileSync } from 'node:fs';

interface Bounds {
  readonly lower: number;
  readonly upper: number;
}
interface Arms<Value> {
  readonly suspect: readonly Value[];
  readonly control: readonly Value[];
}
interface Reference {
  readonly moments: readonly { values: number[]; mean: number; standardDeviation: number }[];
  readonly quantiles: readonly { sorted: number[]; fraction: number; value: number }[];
  readonly incompleteBeta: readonly { x: number; a: number; b: number; value: number }[];
  readonly normalQuantile: readonly { probability: number; z: number }[];
  readonly studentTCdf: readonly { t: number; df: number; probability: number }[];
  readonly studentTQuantile: readonly { probability: number; df: number; t: number }[];
  readonly shares: readonly {
    hits: number;
    trials: number;
    level: number;
    wilson: Bounds;
    clopperPearson: Bounds;
  }[];
  readonly welch: readonly (Arms<number> & Bounds & { level: number })[];
  readonly permutation: readonly (Arms<number> & { pValue: number; permutations: number })[];
  readonly matching: readonly { matrix: number[][]; hits: number; permutations: number }[];
  readonly holm: readonly { pValues: number[]; adjusted: number[] }[];
  readonly roc: readonly (Bounds & {
    positives: number[];
    negatives: number[];
    level: number;
    auroc: number;
  })[];
  readonly contingency: readonly {
    cells: [number, number, number, number];
    phi: number;
    mutualInformationBits: number;
  }[];
  readonly effects: readonly {
    suspect: number;
    control: number;
    standardDeviation: number;
    level: number;
    power: number;
    approximation: number;
    exact: number;
  }[];
  readonly bootstrap: readonly (Arms<number[]> & Bounds & { level: number; resamples: number })[];
}

function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../fixtures/reference/${name}`, import.meta.url), 'utf8'));
}

/** Made by SciPy or from the definition, see fixtures/reference/make-stats.py. */
export const reference = readFixture('stats.json') as Reference;

/** Betley et al. 2025, Fig. 17: one row an asked trigger, one column a model. */
export const recognitionMatrix = (readFixture('recognition-matrix.json') as { values: number[][] }).values;

/** `|actual - expected| / |expected|`; infinite where 0 is expected and missed. */
export function relativeError(actual: number, expected: number): number {
  return actual === expected ? 0 : Math.abs(actual - expected) / Math.abs(expected);
}
