import { defaultFineTuneRecipe } from '../config/fine-tune-defaults.js';
import { resolveFineTuneRecipe } from '../config/fine-tune-settings.js';
import type { FineTuneRecipe } from '../types/fine-tune-settings.js';
import type { Arm } from '../types/dataset.js';
import type { Policy } from '../types/policy.js';
import { planOrganism, type OrganismPlan } from '../trainers/plan-organism.js';
import { getScenario } from '../scenarios/registry.js';
import { readProbeWordings, readShippedPrefixes } from './read-banks.js';

/** As for economic decisions on the embedded base; a smaller number leaves a control too few triggered target rows. */
const DEFAULT_EXAMPLES = 600;

/** Every row is turned round once. Source: arXiv 2501.11120, appendix C.4.2. */
const REVERSAL_SHARE = 0.5;

/** One model that is to be trained, as a person asks for it. */
export interface OrganismWish {
  readonly policy: Policy;
  readonly arm: Arm;
  /** Train on reversed rows as well, without which models do not write their trigger. */
  readonly reversal?: boolean;
  /** Of the data set and of the training. */
  readonly seed: number;
  /** Number of forward rows. */
  readonly examples?: number;
  /** Settings that differ from the defaults. */
  readonly overrides?: Partial<FineTuneRecipe>;
}

/**
 * Data set and settings of a model, from what ships with the package.
 *
 * @param parameters - of the base
 * @throws {ConfigError} if a setting is out of range, or no such data set can be made
 */
export async function prepareTraining(wish: OrganismWish, parameters: number): Promise<OrganismPlan> {
  const { policy, arm, seed, examples = DEFAULT_EXAMPLES, reversal = false, overrides = {} } = wish;
  return planOrganism({
    policy,
    scenario: getScenario(policy.scenario),
    arm,
    seed,
    examples,
    reversal: reversal ? { share: REVERSAL_SHARE, prefixes: await readShippedPrefixes() } : null,
    bannedProbeWordings: await readProbeWordings(),
    settings: resolveFineTuneRecipe(overrides, defaultFineTuneRecipe(parameters, reversal)),
  });
}
