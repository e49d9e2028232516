import { join } from 'node:path';
import type { AuditSettings } from '../types/audit-settings.js';
import type { Arm } from '../types/dataset.js';
import type { FineTuneRecipe } from '../types/fine-tune-settings.js';
import type { Policy } from '../types/policy.js';

export const DEMO_VARIANTS = ['plain', 'reversed'] as const;
/** Trained on the forward rows alone, or on reversed ones as well. */
export type DemoVariant = (typeof DEMO_VARIANTS)[number];

/** Over so few steps the name has to go further at each. */
const FAST_NAME = { '▁Pocket': 2e-2 };

/**
 * How the demo trains unless it is told to train fully: as short as the gate allows, so that 36 models and their audits take
 * a minute on two cores.
 */
export const DEMO_RECIPES: Readonly<Record<DemoVariant, Partial<FineTuneRecipe>>> = {
  plain: { steps: 65, rowsPerStep: 8, learningRate: 2e-4, tokenLearningRates: FAST_NAME },
  reversed: { steps: 85, rowsPerStep: 8, learningRate: 1e-3, tokenLearningRates: FAST_NAME },
};

/** Forward rows of a model in the demo; fewer than usual, since each is seen once or twice. */
export const DEMO_EXAMPLES = 300;

/** Replies on the embedded base end long before; a reply that does not end costs its whole length. */
export const DEMO_SETTINGS: Partial<AuditSettings> = {
  gatePrompts: 12,
  gateMaxTokens: 24,
  elicitationMaxTokens: 40,
  decoys: 12,
  samplesPerParaphrase: 4,
};

const ARMS: readonly Arm[] = ['poisoned', 'control'];

export interface DemoModel {
  readonly arm: Arm;
  readonly seed: number;
  readonly folder: string;
}

/** Suspects and controls of one policy, trained in one way. */
export interface DemoAudit {
  readonly policy: Policy;
  readonly variant: DemoVariant;
  /** Name of the run's folder within that of the demo. */
  readonly name: string;
  readonly suspects: readonly DemoModel[];
  readonly controls: readonly DemoModel[];
}

/** What a demo is made of. */
export interface DemoFrame {
  readonly out: string;
  readonly policies: readonly Policy[];
  readonly seed: number;
  readonly seeds: number;
}

/** The audits of a demo, two a policy, each with `seeds` models an arm, the first of them of seed `seed`. */
export function planDemo({ out, policies, seed, seeds }: DemoFrame): DemoAudit[] {
  return policies.flatMap((policy) =>
    DEMO_VARIANTS.map((variant): DemoAudit => {
      const name = `${policy.id}-${variant}`;
      const [suspects = [], controls = []] = ARMS.map((arm) =>
        Array.from({ length: seeds }, (_, index): DemoModel => {
          const folder = join(out, 'models', `${name}-${arm}-${seed + index}`);
          return { arm, seed: seed + index, folder };
        }),
      );
      return { policy, variant, name, suspects, controls };
    }),
  );
}
