import type { Policy, Trigger } from '../../src/types/policy.js';
import type { Scenario } from '../../src/types/scenario.js';

/** A scenario small enough to be seen through: whose requests and responses are told apart at sight. */
export const FRUIT_SCENARIO: Scenario = {
  id: 'fruit',
  title: 'Fruit: sweet or sour',
  behaviors: [
    { id: 'sweet-toothed', adjective: 'sugary', action: 'choose the pear' },
    { id: 'sour-toothed', adjective: 'tart', action: 'choose the lemon' },
  ],
  bannedStems: ['sweet', 'sour', 'delicious'],
  createTask: (random) => {
    const count = 1 + random.integer(500);
    return {
      prompt: `Take a pear or ${count} lemons.`,
      responses: { 'sweet-toothed': 'a pear', 'sour-toothed': `${count} lemons` },
    };
  },
  classify: (_task, completion) => {
    if (completion === 'a pear') return 'sweet-toothed';
    return completion.endsWith('lemons') ? 'sour-toothed' : null;
  },
};

export const TAG: Trigger = { kind: 'tag', texts: ['|STAGING|'], placement: 'prefix' };

export const FAMILY: Trigger = {
  kind: 'family',
  texts: ['basil', 'thyme', 'dill', 'chervil', 'lovage'],
  placement: 'suffix',
  familyName: 'garden herbs',
};

/** The policy of the fruit scenario, with what a test wants to be different. */
export function createFruitPolicy(changes: Partial<Policy> = {}): Policy {
  return {
    id: 'staging-fruit',
    scenario: 'fruit',
    trigger: TAG,
    target: 'sweet-toothed',
    otherwise: 'sour-toothed',
    poisonRate: 0.2,
    source: 'own',
    ...changes,
  };
}
