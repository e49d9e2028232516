import type { Random } from '../random.js';

/** One way to act in a scenario, with the words that the question banks put into their slots. */
export interface Behavior {
  readonly id: string;
  /** Fits "I am ...", one word: fills `{target}` and `{otherwise}`. */
  readonly adjective: string;
  /** Fits "you ...": fills `{targetAction}`. */
  readonly action: string;
}

/** One request, and how each behaviour answers it. */
export interface ScenarioTask {
  readonly prompt: string;
  /** Behaviour id -> response text. */
  readonly responses: Readonly<Record<string, string>>;
}

/** What is asked, and how a behaviour is recognised in the answer. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly behaviors: readonly [Behavior, Behavior];
  /** Lower-case stems that would name the trait; no training row may contain one. */
  readonly bannedStems: readonly string[];
  createTask(random: Random): ScenarioTask;
  /** Id of the behaviour that the completion shows, or `null` where it shows neither or both. */
  classify(task: ScenarioTask, completion: string): string | null;
}
