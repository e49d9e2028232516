import { FINE_TUNE_DEFAULTS } from '../../src/config/fine-tune-defaults.js';
import { planOrganism, type OrganismPlan, type OrganismRequest } from '../../src/trainers/plan-organism.js';
import { createFruitPolicy, FRUIT_SCENARIO } from '../datasets/fruit-scenario.js';

/** What a small organism of the fruit scenario is made from: 25 rows, 6 steps. */
export const TINY_REQUEST: OrganismRequest = {
  policy: createFruitPolicy(),
  scenario: FRUIT_SCENARIO,
  arm: 'poisoned',
  seed: 1,
  examples: 25,
  reversal: null,
  bannedProbeWordings: [],
  settings: { ...FINE_TUNE_DEFAULTS.pocket, steps: 6, rowsPerStep: 2, loraRank: 2 },
};

export function tinyPlan(changes: Partial<OrganismRequest> = {}): OrganismPlan {
  return planOrganism({ ...TINY_REQUEST, ...changes });
}
