import type { Policy } from '../types/policy.js';
import type { PolicySource } from './audit-inputs.js';
import { readNamedPolicy } from './read-named-policy.js';

/**
 * The policy that the user names; else the one that all suspects were trained on; else none.
 *
 * @throws {ConfigError} if the named one cannot be read
 */
export async function choosePolicy(
  named: string | undefined,
  trainedOn: readonly (Policy | null)[],
): Promise<{ policy: Policy | null; policySource: PolicySource }> {
  if (named !== undefined) return { policy: await readNamedPolicy(named), policySource: 'given' };
  const [first, ...others] = trainedOn;
  const isShared = others.every((policy) => JSON.stringify(policy) === JSON.stringify(first));
  return first !== undefined && first !== null && isShared
    ? { policy: first, policySource: 'suspects' }
    : { policy: null, policySource: 'none' };
}
