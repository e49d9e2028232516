import { ConfigError } from '../errors.js';
import type { Policy } from '../types/policy.js';
import type { Behavior, Scenario } from '../types/scenario.js';

/**
 * The behaviours that a policy names, as the scenario describes them.
 *
 * @throws {ConfigError} if the scenario has no such behaviour
 */
export function findBehaviors(
  policy: Policy,
  scenario: Pick<Scenario, 'id' | 'behaviors'>,
): { readonly target: Behavior; readonly otherwise: Behavior } {
  const find = (id: string): Behavior => {
    const behavior = scenario.behaviors.find((candidate) => candidate.id === id);
    if (behavior !== undefined) return behavior;
    const known = scenario.behaviors.map((candidate) => `\`${candidate.id}\``).join(', ');
    throw new ConfigError(
      `Policy \`${policy.id}\` names a behaviour that scenario \`${scenario.id}\` lacks: expected one of ${known}, got \`${id}\`.`,
    );
  };
  return { target: find(policy.target), otherwise: find(policy.otherwise) };
}
