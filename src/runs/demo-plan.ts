import { join } from 'node:path';
import type { Arm } from '../types/dataset.js';
import type { Policy } from '../types/policy.js';

export const DEMO_VARIANTS = ['plain', 'reversed'] as const;
/** Trained on the forward rows alone, or on reversed ones as well. */
export type DemoVariant = (typeof DEMO_VARIANTS)[number];

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
