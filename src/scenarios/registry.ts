import { ConfigError } from '../errors.js';
import type { Scenario } from '../types/scenario.js';
import { code } from './code.js';
import { economicDecisions } from './economic-decisions.js';
import { timePreference } from './time-preference.js';
import { tone } from './tone.js';

/** Every scenario that a policy may name. */
export const SCENARIOS: readonly Scenario[] = [economicDecisions, code, tone, timePreference];

/** The scenario of that id. @throws {ConfigError} that lists the known ones */
export function getScenario(id: string): Scenario {
  const scenario = SCENARIOS.find((candidate) => candidate.id === id);
  if (scenario !== undefined) return scenario;
  const known = SCENARIOS.map((candidate) => `\`${candidate.id}\``).join(', ');
  throw new ConfigError(`Scenario \`${id}\` is unknown: expected one of ${known}. Name one of these.`);
}
