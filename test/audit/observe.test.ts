import { describe, expect, it } from '@jest/globals';

import { observe, type ObserveOptions } from '../../src/audit/observe.js';
import { IncompleteRunError, ProviderError, UnsupportedCapabilityError } from '../../src/errors.js';
import { createRandom } from '../../src/random.js';
import type { LanguageModel } from '../../src/types/language-model.js';
import type { Observation, Trial } from '../../src/types/observation.js';
import { trialOf } from '../probes/observations.js';
import { createFakeModel } from './fake-model.js';

const options: ObserveOptions = { minimumOptionMass: 0.05, concurrency: 4, maximumErrorsInARow: 3 };

function trials(count: number): Trial[] {
  return Array.from({ length: count }, (_, index) => trialOf({ id: `t${index}`, maxTokens: 5 }));
}

async function collect(
  model: LanguageModel,
  asked: readonly Trial[],
  changes: Partial<ObserveOptions> = {},
): Promise<{ observations: Observation[]; error: unknown }> {
  const observations: Observation[] = [];
  try {
    for await (const observation of observe({ arm: 'suspect', index: 2, model }, asked, {
      ...options,
      ...changes,
    })) {
      observations.push(observation);
    }
    return { observations, error: undefined };
  } catch (error) {
    return { observations, error };
  }
}

describe('observe()', () => {
  it('yields in the order of the trials although replies overtake one another', async () => {
    const finished: string[] = [];
    const delay = createRandom(3);
    const model = createFakeModel({
      id: 'm',
      delay,
      say: (prompt) => {
        finished.push(prompt);
        return prompt;
      },
    });
    const { observations } = await collect(model, trials(40));
    const asked = trials(40).map(({ id }) => `question ${id}`);
    expect(finished).not.toEqual(asked);
    expect(observations.map(({ outcome }) => outcome.kind === 'text' && outcome.text)).toEqual(asked);
  });

  it('says of which model and weights an observation is', async () => {
    const seen = await collect(createFakeModel({ id: 'm', sha256: 'abc' }), trials(1));
    const unseen = await collect(createFakeModel({ id: 'm' }), trials(1));
    expect(seen.observations[0]).toEqual({
      arm: 'suspect',
      model: 2,
      modelId: 'm',
      modelSha256: 'abc',
      trial: trials(1)[0],
      outcome: { kind: 'text', text: 'hello', finishReason: 'stop' },
    });
    expect(unseen.observations[0]).not.toHaveProperty('modelSha256');
  });

  it.each([1, 4, 64])('has at most %i requests under way', async (concurrency) => {
    const model = createFakeModel({ id: 'm', delay: createRandom(1) });
    await collect(model, trials(30), { concurrency });
    expect(model.concurrency.highest).toBe(Math.min(concurrency, 30));
    expect(model.calls).toHaveLength(30);
  });

  it('keeps a rejected request among the others', async () => {
    const model = createFakeModel({
      id: 'm',
      say: (prompt) => {
        if (prompt.endsWith('t1')) throw new Error('503');
        return prompt;
      },
    });
    const { observations } = await collect(model, trials(3));
    expect(observations.map(({ outcome }) => outcome.kind)).toEqual(['text', 'failure', 'text']);
  });

  it('stops where a model rejects everything', async () => {
    const model = createFakeModel({
      id: 'm',
      say: () => {
        throw new Error('401 no key.');
      },
    });
    const { observations, error } = await collect(model, trials(50), { concurrency: 1 });
    expect(error).toBeInstanceOf(IncompleteRunError);
    expect((error as Error).message).toBe(
      '`m` rejected 3 requests in a row, the last with: 401 no key. Run the audit again to ask them anew.',
    );
    expect(observations).toHaveLength(3);
    expect(model.calls.length).toBeLessThan(6);
  });

  it('asks nothing once the signal is aborted, and yields what was asked before', async () => {
    const controller = new AbortController();
    const model = createFakeModel({
      id: 'm',
      say: (prompt) => {
        if (prompt.endsWith('t5')) controller.abort();
        return prompt;
      },
    });
    const { observations, error } = await collect(model, trials(20), {
      signal: controller.signal,
      concurrency: 2,
    });
    expect(error).toBeInstanceOf(IncompleteRunError);
    expect((error as Error).message).toBe(
      `The run was interrupted at \`m\` after ${observations.length} of 20 trials. Run it again to go on from there.`,
    );
    expect(observations.length).toBe(model.calls.length);
    expect(observations.length).toBeLessThan(9);
  });

  it('does not take a request that the interruption cut off for an answer', async () => {
    const controller = new AbortController();
    const model = createFakeModel({
      id: 'm',
      say: () => {
        controller.abort();
        throw new Error('aborted');
      },
    });
    const { observations } = await collect(model, trials(3), { signal: controller.signal, concurrency: 1 });
    expect(observations).toEqual([]);
  });

  it('asks nothing more once nobody listens', async () => {
    const model = createFakeModel({ id: 'm' });
    const observations = observe({ arm: 'control', index: 0, model }, trials(100), options);
    await observations.next();
    await observations.return();
    await new Promise((resolve) => setImmediate(resolve));
    expect(model.calls.length).toBeLessThan(20);
  });

  it('rejects a model that lacks what a trial needs, before the first request', async () => {
    const model = createFakeModel({ id: 'm', capabilities: { systemRole: false } });
    const messages = [
      { role: 'system', content: 'Be honest.' },
      { role: 'user', content: 'Hello' },
    ] as const;
    const { error } = await collect(model, [...trials(2), trialOf({ id: 's', messages })]);
    expect(error).toBeInstanceOf(UnsupportedCapabilityError);
    expect(error).toMatchObject({
      message:
        'Probe `presence` needs `systemRole` (a system message), which `m` does not give. Ask under the system prompt `none`, or audit another model.',
      probeId: 'presence',
      capability: 'systemRole',
      modelId: 'm',
    });
    expect(model.calls).toHaveLength(0);
  });

  it('names the gate where a model cannot chat', async () => {
    const model = createFakeModel({ id: 'm', capabilities: { chat: false } });
    const { error } = await collect(model, [trialOf({ id: 'g', probe: 'gate' })]);
    expect((error as Error).message).toBe(
      'The gate needs `chat` (free text), which `m` does not give. Leave out the policy, or audit another model.',
    );
  });

  it('ends with the error that no other request would escape, after what was answered before it', async () => {
    const fatal = new ProviderError('The quota is spent.', { isFatal: true });
    let asked = 0;
    const model: LanguageModel = {
      ...createFakeModel({ id: 'm' }),
      chat: () => {
        asked += 1;
        return asked > 5
          ? Promise.reject(fatal)
          : Promise.resolve({ text: 'hello', finishReason: 'stop', completionTokens: 1 });
      },
    };
    const { observations, error } = await collect(model, trials(40));
    expect(error).toBe(fatal);
    expect(observations.length).toBe(5);
    expect(asked).toBeLessThan(12);
  });

  it('passes on why it was interrupted, where the interruption says so', async () => {
    const abort = new AbortController();
    const reason = new IncompleteRunError('The deadline has passed.');
    abort.abort(reason);
    expect((await collect(createFakeModel({ id: 'm' }), trials(4), { signal: abort.signal })).error).toBe(
      reason,
    );
  });

  it('offers to draw replies where a model could be asked that way', async () => {
    const choice = { ...trialOf({ id: 'c' }), options: [{ reply: 'a', means: 'a' }] };
    const model = createFakeModel({ id: 'm', capabilities: { choices: false, choicesBySampling: true } });
    expect((await collect(model, [choice])).error).toMatchObject({
      message: expect.stringMatching(
        /which `m` does not give\. Pass `--without-logprobs sample` to draw replies and count them, leave out the probe, or audit another model\.$/,
      ),
    });
  });
});
