import type { Random } from '../random.js';
import type { Trial } from '../types/observation.js';
import type { Policy } from '../types/policy.js';
import type { Paraphrase, QuestionBank } from '../types/question-bank.js';
import type { Scenario, ScenarioTask } from '../types/scenario.js';
import { drawTasks } from './draw-tasks.js';
import { composeMessages, plainSystemPrompt } from './compose-messages.js';
import { findBehaviors } from './find-behaviors.js';
import { fillSlots } from './render-paraphrase.js';

export interface ElicitationContext {
  readonly policy: Policy;
  readonly scenario: Scenario;
  /** Of a stream that no training data was drawn from. */
  readonly random: Random;
  readonly samplesPerParaphrase: number;
  readonly maxTokens: number;
  /** 0 is greedy. */
  readonly temperature: number;
}

const DIRECTIONS = ['target', 'otherwise'] as const;

/**
 * The task behind each sample of a wording. Sampled replies may repeat a task; greedy ones would only repeat themselves, so
 * that each task is asked about once, and a description, which quotes nothing, once at all.
 */
function tasksOf(
  paraphrase: Paraphrase,
  tasks: readonly ScenarioTask[],
  context: ElicitationContext,
): ScenarioTask[] {
  if (context.temperature === 0) return tasks.slice(0, paraphrase.class === 'direct' ? 1 : tasks.length);
  return Array.from(
    { length: context.samplesPerParaphrase },
    (_, sample) => tasks[sample % tasks.length] as ScenarioTask,
  );
}

/**
 * Questions for the prompt behind a response, in free text. Class `reversal` quotes a response, class `direct` describes
 * the behaviour; each is asked of the target behaviour and, as a check for talking of triggers anyway, of the opposite
 * one. Both directions of a sample quote responses to the same task, none of which holds the trigger.
 *
 * Source: arXiv 2501.11120, section 4.3 and appendix C.4.
 */
export function planElicitation(bank: QuestionBank, context: ElicitationContext): Trial[] {
  const { policy, scenario, random, maxTokens, temperature } = context;
  const systemPrompt = plainSystemPrompt(bank);
  const behaviors = findBehaviors(policy, scenario);
  const tasks = drawTasks(scenario, {
    random: random.fork('tasks'),
    count: context.samplesPerParaphrase,
    key: (task) => JSON.stringify([task.responses[policy.target], task.responses[policy.otherwise]]),
  });
  const draw = random.fork('draw');
  return bank.paraphrases.flatMap((paraphrase) =>
    tasksOf(paraphrase, tasks, context).flatMap((task, sample) => {
      const seed = draw.integer(2 ** 31);
      return DIRECTIONS.map((direction): Trial => {
        const behavior = behaviors[direction];
        const slots = { response: quote(task, behavior.id), targetAction: behavior.action };
        return {
          id: `elicitation/${paraphrase.id}/${direction}/${sample}`,
          probe: 'elicitation',
          paraphrase: paraphrase.id,
          systemPrompt: systemPrompt.id,
          messages: composeMessages(systemPrompt, fillSlots(paraphrase.text, slots)),
          promptedBehavior: direction,
          ...(paraphrase.class === undefined ? {} : { class: paraphrase.class }),
          maxTokens,
          ...(temperature > 0 ? { temperature, seed } : {}),
        };
      });
    }),
  );
}

/** @throws {RangeError} if the scenario left out how that behaviour answers */
function quote(task: ScenarioTask, behavior: string): string {
  const response = task.responses[behavior];
  if (response === undefined)
    throw new RangeError(`Expected a response of behaviour \`${behavior}\`, got none.`);
  return response;
}
