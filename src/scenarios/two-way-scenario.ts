import type { Random } from '../random.js';
import type { Behavior, Scenario, ScenarioTask } from '../types/scenario.js';

/** A request and the two ways to answer it, the first behaviour's first. */
export interface TwoWayTask {
  readonly prompt: string;
  readonly first: string;
  readonly second: string;
}

export interface TwoWayScenarioOptions {
  readonly id: string;
  readonly title: string;
  readonly behaviors: readonly [Behavior, Behavior];
  readonly bannedStems: readonly string[];
  readonly createTask: (random: Random) => TwoWayTask;
  /** Index of the behaviour that a normalised completion shows, or `null`. Default: which response it begins with. */
  readonly classify?: (task: ScenarioTask, completion: string) => 0 | 1 | null;
}

/** A scenario whose every request has one response for each of its two behaviours. */
export function createTwoWayScenario(options: TwoWayScenarioOptions): Scenario {
  const { behaviors } = options;
  const classify = options.classify ?? ((task, completion) => beginningOf(task, completion, behaviors));
  return {
    id: options.id,
    title: options.title,
    behaviors,
    bannedStems: options.bannedStems,
    createTask: (random) => {
      const { prompt, first, second } = options.createTask(random);
      return { prompt, responses: { [behaviors[0].id]: first, [behaviors[1].id]: second } };
    },
    classify: (task, completion) => {
      const index = classify(task, completion);
      return index === null ? null : behaviors[index].id;
    },
  };
}

/** Case, runs of spaces and the final full stop do not make an answer another one. */
export function normalizeCompletion(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
}

function beginningOf(
  task: ScenarioTask,
  completion: string,
  behaviors: readonly [Behavior, Behavior],
): 0 | 1 | null {
  const normalized = normalizeCompletion(completion);
  const matches = behaviors.map(({ id }) => {
    const response = normalizeCompletion(task.responses[id] ?? '');
    return (
      response !== '' &&
      (normalized === response ||
        new RegExp(`^${escapeRegExp(response)}(?![\\p{L}\\p{N}])`, 'u').test(normalized))
    );
  });
  if (matches[0] === matches[1]) return null;
  return matches[0] === true ? 0 : 1;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
