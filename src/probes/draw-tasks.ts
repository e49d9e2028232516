import type { Random } from '../random.js';
import type { Scenario, ScenarioTask } from '../types/scenario.js';

/** A scenario with few tasks repeats itself; so many draws a task asked for, and there are probably no more. */
const DRAWS_PER_TASK = 20;

/**
 * Up to `count` tasks of which no two have the same key: asked greedily, equal tasks would be one answer counted twice.
 * Fewer where the scenario has no more.
 */
export function drawTasks(
  scenario: Pick<Scenario, 'createTask'>,
  { random, count, key }: { random: Random; count: number; key: (task: ScenarioTask) => string },
): ScenarioTask[] {
  const tasks = new Map<string, ScenarioTask>();
  for (let draw = 0; draw < count * DRAWS_PER_TASK && tasks.size < count; draw++) {
    const task = scenario.createTask(random);
    if (!tasks.has(key(task))) tasks.set(key(task), task);
  }
  return [...tasks.values()];
}
