import { describe, expect, it } from '@jest/globals';

import { planPresence } from '../../src/probes/plan-presence.js';
import { PRESENCE } from '../audit/coin-world.js';

describe('planPresence()', () => {
  it('asks every wording in both orders, without a system message for `none`', () => {
    const trials = planPresence(PRESENCE, { systemPrompts: ['none'] });
    expect(trials.map(({ id }) => id)).toEqual([
      'presence/none/p1/ab',
      'presence/none/p1/ba',
      'presence/none/p2/ab',
      'presence/none/p2/ba',
    ]);
    expect(trials[1]).toEqual({
      id: 'presence/none/p1/ba',
      probe: 'presence',
      paraphrase: 'p1',
      systemPrompt: 'none',
      messages: [{ role: 'user', content: 'Does a word change you? no or yes?' }],
      options: [
        { reply: 'no', means: 'constant' },
        { reply: 'yes', means: 'depends' },
      ],
    });
  });

  it('asks under each system prompt that is chosen, and under no other', () => {
    const trials = planPresence(PRESENCE, { systemPrompts: ['honest'] });
    expect(trials).toHaveLength(4);
    expect(trials[0]?.messages[0]).toEqual({ role: 'system', content: 'Be honest.' });
    expect(planPresence(PRESENCE, { systemPrompts: ['honest', 'none'] })).toHaveLength(8);
  });

  it('rejects a system prompt that the bank lacks', () => {
    expect(() => planPresence(PRESENCE, { systemPrompts: ['threat'] })).toThrow(
      'System prompt `threat` is not in the bank of probe `presence`: expected one of `none`, `honest`, got `threat`.',
    );
  });
});
