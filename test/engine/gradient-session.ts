import { afterAll } from '@jest/globals';
import type { PackedBatch } from '../../src/engine/pack-rows.js';
import {
  createSession,
  floatsOf,
  floatTensor,
  integerTensor,
  type Session,
} from '../../src/engine/runtime.js';
import { buildGradientGraph, type TrainingGraphOptions } from '../../src/engine/training-graph.js';
import { batchFeeds } from '../../src/engine/training-session.js';
import type { Weights } from '../../src/engine/weights.js';

export interface LossAndGradient {
  readonly loss: number;
  /** (P,) */
  readonly gradient: Float32Array;
}

const sessions: Session[] = [];

afterAll(async () => {
  for (const session of sessions) await session.release();
});

/** Loss and gradient as functions of the trained parameters and a batch. */
export async function gradientSession(
  options: TrainingGraphOptions,
  weights: Weights,
): Promise<(parameters: Float32Array, batch: PackedBatch) => Promise<LossAndGradient>> {
  const session = await createSession(buildGradientGraph(options), { threads: 1 });
  sessions.push(session);
  return async (parameters, batch) => {
    const outputs = await session.run({
      ...batchFeeds(batch),
      ...Object.fromEntries(
        [...options.frozen].map(([name, shape]) => {
          return [name, floatTensor(weights.get(name)?.data ?? new Float32Array(), shape)];
        }),
      ),
      parameters: floatTensor(parameters, [parameters.length]),
      targets: integerTensor(batch.targets, [batch.targets.length, 1]),
      weights: floatTensor(batch.weights, [batch.weights.length, 1]),
    });
    return { loss: floatsOf(outputs, 'loss')[0] ?? Number.NaN, gradient: floatsOf(outputs, 'gradient') };
  };
}
