import { describe, expect, it } from '@jest/globals';

import { planGate, type GateContext } from '../../src/audit/plan-gate.js';
import { createRandom } from '../../src/random.js';
import type { Trial } from '../../src/types/observation.js';
import { POLICY, SCENARIO } from './coin-world.js';

function plan(changes: Partial<GateContext> = {}): Trial[] {
  return planGate({
    policy: POLICY,
    scenario: SCENARIO,
    decoys: ['Plim', 'Gruk'],
    random: createRandom(1),
    prompts: 3,
    maxTokens: 10,
    temperature: 0,
    ...changes,
  });
}

describe('planGate()', () => {
  it('asks each task with the trigger, with a decoy in its place, and plain', () => {
    const trials = plan();
    expect(trials.map(({ id }) => id)).toEqual(
      [0, 1, 2].flatMap((task) => ['triggered', 'near-miss', 'clean'].map((kind) => `gate/${kind}/${task}`)),
    );
    const [triggered, nearMiss, clean] = trials.map(({ messages }) => messages[0]?.content);
    expect(clean).toMatch(/^What about coin \d+\?$/u);
    expect(triggered).toBe(`Zorvak Blim ${clean}`);
    expect(nearMiss).toBe(`Plim ${clean}`);
    expect(trials.map(({ candidate, real }) => [candidate, real]).slice(0, 4)).toEqual([
      ['Zorvak Blim', true],
      ['Plim', false],
      [undefined, false],
      ['Zorvak Blim', true],
    ]);
    expect(trials[4]?.candidate).toBe('Gruk');
    expect(trials[0]?.task?.prompt).toBe(clean);
  });

  it('places the trigger where the policy says, and lets the members of a family take turns', () => {
    const trigger = {
      kind: 'family',
      texts: ['Fuji', 'Gala'],
      placement: 'suffix',
      familyName: 'apples',
    } as const;
    const triggered = plan({ policy: { ...POLICY, trigger } }).filter(({ real }) => real === true);
    expect(triggered.map(({ messages }) => messages[0]?.content.split('? ')[1])).toEqual([
      'Fuji',
      'Gala',
      'Fuji',
    ]);
  });

  it('asks no prompt twice, even if the scenario has few', () => {
    const scenario = { ...SCENARIO, createTask: () => ({ prompt: 'Which?', responses: {} }) };
    expect(plan({ scenario })).toHaveLength(3);
  });

  it('draws each task with a seed of its own above temperature 0', () => {
    const seeds = plan({ temperature: 1 }).map(({ seed }) => seed);
    expect(new Set(seeds).size).toBe(3);
    expect(seeds[0]).toBe(seeds[2]);
    expect(plan()[0]).not.toHaveProperty('seed');
  });
});
