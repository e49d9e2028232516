import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mergeAdapter } from '../../src/engine/merge-adapter.js';
import { readAdapter, type StoredAdapter } from '../../src/engine/read-adapter.js';
import { readCheckpoint, type Checkpoint } from '../../src/engine/read-checkpoint.js';
import type { Weights } from '../../src/engine/weights.js';

interface Case {
  readonly base: string;
  readonly adapter: string | null;
  readonly float32MaxAbsError: number;
}
export interface LogitsCase extends Case {
  readonly sequences: readonly { readonly ids: number[]; readonly logits: number[][] }[];
}
export interface TrainingCase extends Case {
  readonly names: readonly string[];
  readonly losses: readonly number[];
  readonly gradientNorms: readonly number[];
  readonly gradient: string;
  readonly parameters: string;
}
interface TrainingReference {
  readonly settings: {
    readonly learningRate: number;
    readonly beta1: number;
    readonly beta2: number;
    readonly epsilon: number;
    readonly weightDecay: number;
    readonly maxGradientNorm: number;
  };
  readonly rows: readonly { readonly ids: number[]; readonly weights: number[] }[];
  readonly cases: readonly TrainingCase[];
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/reference/${name}`, import.meta.url));
}

function readReference(name: string): unknown {
  return JSON.parse(readFileSync(pathOf(name), 'utf8'));
}

/** By transformers and peft, see fixtures/reference/make-checkpoints.py. */
export const logitsCases = (readReference('checkpoints/logits.json') as { cases: LogitsCase[] }).cases;

/** By torch, see fixtures/reference/make-training.py. */
export const trainingReference = readReference('training.json') as TrainingReference;

/** The model of a case, its adapter, and its weights with the adapter worked in. */
export async function readCase({
  base,
  adapter,
}: Case): Promise<{ checkpoint: Checkpoint; adapter: StoredAdapter | null; merged: Weights }> {
  const checkpoint = await readCheckpoint(pathOf(`checkpoints/${base}`));
  if (adapter === null) return { checkpoint, adapter, merged: checkpoint.weights };
  const stored = await readAdapter(pathOf(`checkpoints/${adapter}`), checkpoint);
  return { checkpoint, adapter: stored, merged: mergeAdapter(checkpoint.weights, stored) };
}

/** Base64 of little-endian float32. */
export function decodeFloats(text: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new Float32Array(bytes.buffer);
}

export function largestDifference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  const differences = Array.from(expected, (value, index) => Math.abs(value - (actual[index] ?? Number.NaN)));
  return actual.length === expected.length ? Math.max(...differences) : Number.NaN;
}
