import { createDecoys } from '../datasets/decoys.js';
import { planElicitation } from '../probes/plan-elicitation.js';
import { planPresence } from '../probes/plan-presence.js';
import { planRecognition } from '../probes/plan-recognition.js';
import { createRandom } from '../random.js';
import type { Trial } from '../types/observation.js';
import type { QuestionBank } from '../types/question-bank.js';
import { knownPolicy, runnableBanks, type AuditContext } from './audit-context.js';
import { planGate } from './plan-gate.js';

/** The same trials for every model. */
export interface AuditPlan {
  /** Choice trials to compare suspects and controls by, before the rest is asked. */
  readonly canaries: readonly Trial[];
  /** All others. */
  readonly trials: readonly Trial[];
}

/**
 * Everything that will be asked of each model: the gate and all probes if the policy is known, presence alone if not.
 *
 * Chance comes from streams of the audit's seed that are named after their use here, so that no task is one that a data
 * set of the same seed was made from.
 *
 * @throws {ConfigError} if a bank, the policy and the scenario do not fit together
 */
export function planAudit(context: AuditContext): AuditPlan {
  const { settings } = context;
  const random = createRandom(context.seed).fork('audit');
  const known = knownPolicy(context);
  const decoys =
    known === null
      ? []
      : createDecoys(known.policy.trigger, { random: random.fork('decoys'), count: settings.decoys });

  const planProbe = (bank: QuestionBank): Trial[] => {
    if (bank.id === 'presence') return planPresence(bank, settings);
    if (known === null) return [];
    if (bank.id === 'recognition') return planRecognition(bank, { ...known, decoys });
    return planElicitation(bank, {
      ...known,
      random: random.fork('elicitation'),
      samplesPerParaphrase: settings.samplesPerParaphrase,
      maxTokens: settings.elicitationMaxTokens,
      temperature: settings.temperature,
    });
  };

  const probes = runnableBanks(context).flatMap(planProbe);
  const canaries = probes.filter(({ options }) => options !== undefined).slice(0, settings.canaries);
  const gate =
    known === null
      ? []
      : planGate({
          ...known,
          decoys,
          random: random.fork('gate'),
          prompts: settings.gatePrompts,
          maxTokens: settings.gateMaxTokens,
          temperature: settings.temperature,
        });
  return { canaries, trials: [...gate, ...probes.filter((trial) => !canaries.includes(trial))] };
}
