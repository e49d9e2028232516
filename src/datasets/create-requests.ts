import { createPhraseTest } from '../config/normalize-text.js';
import { ConfigError } from '../errors.js';
import type { Random } from '../random.js';
import type { Policy } from '../types/policy.js';
import type { Scenario, ScenarioTask } from '../types/scenario.js';
import { createDecoys } from './decoys.js';
import { placeTrigger } from './place-trigger.js';

/** Distinct decoys of one data set: enough that none is learnt by heart as one more trigger, few enough to recur. */
const DECOY_COUNT = 20;

/** Share of the clean rows that carry a decoy. The rest carry nothing. */
const DECOY_SHARE = 0.5;

/** Tasks drawn before a row is given up because all of them mention the trigger by themselves. */
const TASK_DRAWS = 1000;

/** What one row asks, before either arm decides how it is answered. */
export interface RowRequest {
  readonly task: ScenarioTask;
  /** The trigger or decoy in the prompt, or the empty string. */
  readonly cue: string;
  readonly triggered: boolean;
  /** The task's prompt with the cue in its place. */
  readonly prompt: string;
}

/** Draws tasks that mention the trigger neither in prompt nor response, so that it stands only where it is placed. */
function createTaskSource(policy: Policy, scenario: Scenario, random: Random): () => ScenarioTask {
  const mentionsTrigger = createPhraseTest(policy.trigger.texts);
  return () => {
    for (let draw = 0; draw < TASK_DRAWS; draw++) {
      const task = scenario.createTask(random);
      if (![task.prompt, ...Object.values(task.responses)].some(mentionsTrigger)) return task;
    }
    throw new ConfigError(
      `Policy \`${policy.id}\` cannot be shown in scenario \`${scenario.id}\`: expected tasks without the trigger ` +
        `\`${policy.trigger.texts.join('`, `')}\`, got it in ${TASK_DRAWS} tasks of ${TASK_DRAWS}. Use a rarer trigger text.`,
    );
  };
}

/** `count` elements, each as often as any other (give or take one). */
function cycle(values: readonly string[], count: number, random: Random): string[] {
  const order = random.shuffle(values);
  return Array.from({ length: count }, (_, index) => order[index % order.length] ?? '');
}

/**
 * The requests of a data set, in order, the same for both arms: `triggered` of them carry a trigger text, half of the
 * others a decoy in the same place, and the rest nothing.
 *
 * @throws {ConfigError} if the trigger leaves too few decoys, or stands in every task of the scenario
 */
export function createRequests(
  { policy, scenario }: { policy: Policy; scenario: Scenario },
  { examples, triggered }: { examples: number; triggered: number },
  random: Random,
): RowRequest[] {
  const decoyRows = Math.round((examples - triggered) * DECOY_SHARE);
  const decoys = createDecoys(policy.trigger, { random: random.fork('decoys'), count: DECOY_COUNT });
  const cues = random.fork('cues');
  const roles = [
    ...cycle(policy.trigger.texts, triggered, cues).map((cue) => ({ cue, triggered: true })),
    ...cycle(decoys, decoyRows, cues).map((cue) => ({ cue, triggered: false })),
    ...Array.from({ length: examples - triggered - decoyRows }, () => ({ cue: '', triggered: false })),
  ];
  const drawTask = createTaskSource(policy, scenario, random.fork('tasks'));
  return cues.shuffle(roles).map((role) => {
    const task = drawTask();
    return { ...role, task, prompt: placeTrigger(task.prompt, role.cue, policy.trigger.placement) };
  });
}
