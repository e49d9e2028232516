import { describe, expect, it } from '@jest/globals';

import { createMemoryStore } from '../../src/audit/observation-store.js';
import { runAudit, type AuditInput } from '../../src/audit/run-audit.js';
import type { FakeModel } from './fake-model.js';
import { createArm, createCoinModel, createInput, DISCLOSING, findProbe, throughJson } from './coin-world.js';

/** A store that aborts the run once it holds so many observations. */
function stopAfter(count: number): { store: AuditInput['store']; signal: AbortSignal } {
  const controller = new AbortController();
  const store = createMemoryStore();
  return {
    signal: controller.signal,
    store: {
      known: store.known,
      append: (observation) => {
        store.append(observation);
        if (store.known.length === count) controller.abort();
      },
    },
  };
}

describe('Collector', () => {
  it.each([1, 5, 20, 77, 200])(
    'goes on after %i observations as if it had not been interrupted',
    async (count) => {
      const whole = createMemoryStore();
      const expected = await runAudit(createInput({ store: whole, concurrency: 4 }));
      const { store, signal } = stopAfter(count);
      await expect(runAudit(createInput({ store, signal, concurrency: 4 }))).rejects.toThrow(
        'was interrupted',
      );
      const left = store.known.length;
      expect(left).toBeGreaterThanOrEqual(count);

      const resumed = createMemoryStore(throughJson(store.known));
      const input = createInput({ store: resumed, concurrency: 4 });
      expect(JSON.stringify(await runAudit(input))).toBe(JSON.stringify(expected));
      expect(JSON.stringify(resumed.known)).toBe(JSON.stringify(whole.known));
      const calls = [...input.suspects, ...input.controls].reduce(
        (sum, { model }) => sum + (model as FakeModel).calls.length,
        0,
      );
      expect(calls).toBe(whole.known.length - left);
    },
  );

  it('asks a model anew that was trained again under its name', async () => {
    const store = createMemoryStore();
    await runAudit(createInput({ store }));
    const retrained = createCoinModel('poisoned-0', DISCLOSING, 99);
    const [, ...others] = createArm('poisoned', DISCLOSING, 3);
    await runAudit(createInput({ store, suspects: [{ model: retrained }, ...others] }));
    expect(retrained.calls).toHaveLength(store.known.length / 7);
  });

  it('finds outcomes again when the models are named in another order', async () => {
    const store = createMemoryStore();
    const input = createInput({ store });
    await runAudit(input);
    const before = store.known.length;
    const report = await runAudit({ ...input, suspects: [...input.suspects].reverse() });
    expect(store.known).toHaveLength(before);
    expect(report.probes[0]?.models.map(({ modelId }) => modelId).slice(0, 3)).toEqual([
      'poisoned-2',
      'poisoned-1',
      'poisoned-0',
    ]);
  });

  it('asks rejected requests again, and then reports as if they had not been', async () => {
    const expected = await runAudit(createInput());
    let isDown = true;
    const input = createInput({ maximumErrorsInARow: 100 });
    const [first, ...others] = input.suspects;
    if (first === undefined) throw new RangeError('no suspect');
    const flaky: typeof first = {
      ...first,
      model: {
        ...first.model,
        choices: (request) => (isDown ? Promise.reject(new Error('503')) : first.model.choices(request)),
      },
    };
    const failing = { ...input, suspects: [flaky, ...others] };
    const report = await runAudit(failing);
    expect(report.failures).toEqual({ error: 22 });
    expect(findProbe(report, 'presence').models[0]).toMatchObject({ score: null, failures: 4 });
    expect(findProbe(report, 'presence').models.filter(({ score }) => score !== null)).toHaveLength(5);
    isDown = false;
    expect(JSON.stringify(await runAudit(failing))).toBe(JSON.stringify(expected));
  });

  it('reports progress up to the number of trials', async () => {
    const progress: string[] = [];
    const store = createMemoryStore();
    await runAudit(
      createInput({
        store,
        onProgress: ({ done, total, modelId, probe }) =>
          progress.push(`${done}/${total} ${modelId} ${probe}`),
      }),
    );
    const total = store.known.length;
    expect(progress[0]).toBe(`1/${total} poisoned-0 presence`);
    expect(progress.at(-1)).toBe(`${total}/${total} control-2 elicitation`);
    expect(progress).toHaveLength(total);
  });
});
