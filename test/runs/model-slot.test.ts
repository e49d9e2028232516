import { describe, expect, it } from '@jest/globals';
import { ModelSlot } from '../../src/runs/model-slot.js';
import type { LanguageModel } from '../../src/types/language-model.js';
import { createFakeModel } from '../audit/fake-model.js';

function createLoader(events: string[]) {
  return (name: string) => (): Promise<LanguageModel> => {
    events.push(`load ${name}`);
    const dispose = (): Promise<void> => {
      events.push(`dispose ${name}`);
      return Promise.resolve();
    };
    return Promise.resolve({ ...createFakeModel({ id: name }), dispose });
  };
}

describe('ModelSlot', () => {
  it('loads a model once for all who ask for it at a time', async () => {
    const events: string[] = [];
    const load = createLoader(events);
    const slot = new ModelSlot();
    const [one, two] = await Promise.all([slot.borrow('a', load('a')), slot.borrow('a', load('a'))]);
    expect(one).toBe(two);
    expect(events).toEqual(['load a']);
  });

  it('sends a model away before it loads the next', async () => {
    const events: string[] = [];
    const load = createLoader(events);
    const slot = new ModelSlot();
    for (const name of ['a', 'b', 'a']) await slot.borrow(name, load(name));
    await slot.dispose();
    await slot.dispose();
    expect(events).toEqual(['load a', 'dispose a', 'load b', 'dispose b', 'load a', 'dispose a']);
  });

  it('is free again after a model that could not be loaded', async () => {
    const events: string[] = [];
    const slot = new ModelSlot();
    await expect(slot.borrow('bad', () => Promise.reject(new RangeError('broken')))).rejects.toThrow(
      'broken',
    );
    await slot.borrow('a', createLoader(events)('a'));
    expect(events).toEqual(['load a']);
  });
});
