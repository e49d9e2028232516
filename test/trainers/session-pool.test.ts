import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { FINE_TUNE_DEFAULTS } from '../../src/config/fine-tune-defaults.js';
import { TrainingSession } from '../../src/engine/training-session.js';
import { SessionPool, type SessionRequest } from '../../src/trainers/session-pool.js';
import { planTraining } from '../../src/trainers/training-plan.js';
import type { FineTuneSettings } from '../../src/types/fine-tune-settings.js';
import { createTinyBase } from './tiny-base.js';

const base = createTinyBase();
afterEach(() => {
  jest.restoreAllMocks();
});

function request(changes: Partial<FineTuneSettings> = {}, weightsSha256 = 'a'): SessionRequest {
  const { graph } = planTraining(base, { ...FINE_TUNE_DEFAULTS.pocket, seed: 1, ...changes }, 30);
  return { graph, weights: base.weights, weightsSha256, runtime: { threads: 1 } };
}

/** The sessions that trainings got, one after another. */
async function lend(requests: readonly SessionRequest[]): Promise<TrainingSession[]> {
  const pool = new SessionPool();
  const lent: TrainingSession[] = [];
  for (const needed of requests) {
    await pool.use(needed, (session) => Promise.resolve(void lent.push(session)));
  }
  await pool.dispose();
  return lent;
}

describe('SessionPool', () => {
  it('lends one session to trainings that differ in what is fed', async () => {
    const [first, second] = await lend([request(), request({ seed: 2, learningRate: 0.5, steps: 3 }, 'b')]);
    expect(second).toBe(first);
  });

  it.each([
    ['optimiser', request(), request({ beta2: 0.9 })],
    ['threads', request(), { ...request(), runtime: { threads: 2 } }],
    ['trained weights', request(), request({ mode: 'lora' })],
    ['frozen weights', request({ mode: 'lora' }), request({ mode: 'lora' }, 'b')],
    ['scale', request({ mode: 'lora' }), request({ mode: 'lora', loraAlpha: 8 })],
  ])('compiles anew where they differ in the %s', async (_, one, other) => {
    const [first, second] = await lend([one, other]);
    expect(second).not.toBe(first);
  });

  it('gives two trainings at a time a session each, and keeps one of them', async () => {
    const dispose = jest.spyOn(TrainingSession.prototype, 'dispose');
    const pool = new SessionPool();
    await pool.use(request(), async (outer) => {
      await pool.use(request(), (inner) => {
        expect(inner).not.toBe(outer);
        return Promise.resolve();
      });
    });
    expect(dispose).toHaveBeenCalledTimes(1);
    await pool.dispose();
    expect(dispose).toHaveBeenCalledTimes(2);
  });

  it('takes the session back from a training that fails', async () => {
    const create = jest.spyOn(TrainingSession, 'create');
    const pool = new SessionPool();
    const failing = pool.use(request(), () => Promise.reject(new RangeError('no')));
    await expect(failing).rejects.toThrow(new RangeError('no'));
    await pool.use(request(), () => Promise.resolve());
    expect(create).toHaveBeenCalledTimes(1);
    await pool.dispose();
  });
});
