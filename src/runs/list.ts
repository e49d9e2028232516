import { SCENARIOS } from '../scenarios/registry.js';
import type { Policy } from '../types/policy.js';
import type { QuestionBank } from '../types/question-bank.js';
import type { Scenario } from '../types/scenario.js';
import { POCKET_BASE } from './package-paths.js';
import { readBanks } from './read-banks.js';
import { readModelFolders, type ModelFolder } from './read-model-folders.js';
import { listPolicyIds, readNamedPolicy } from './read-named-policy.js';

/** The shipped policies, in alphabetical order of their ids. */
export async function listPolicies(): Promise<Policy[]> {
  const ids = await listPolicyIds();
  return Promise.all(ids.map((id) => readNamedPolicy(id)));
}

/** The shipped question banks. */
export async function listProbes(): Promise<QuestionBank[]> {
  return readBanks();
}

/** What can be said of a scenario without asking it. */
export type ScenarioDescription = Pick<Scenario, 'id' | 'title' | 'behaviors'>;

/** The scenarios that a policy may name. */
export function listScenarios(): ScenarioDescription[] {
  return SCENARIOS.map(({ id, title, behaviors }) => ({ id, title, behaviors }));
}

/** The embedded base, where it is there, and the models and adapters in a folder and those below it. */
export async function listModels(folder: string): Promise<ModelFolder[]> {
  const [shipped, found] = await Promise.all([readModelFolders(POCKET_BASE), readModelFolders(folder)]);
  const others = found.filter(({ reference }) => shipped.every((model) => model.reference !== reference));
  return [...shipped, ...others];
}
