import { IncompleteRunError } from '../errors.js';
import type { Observation } from '../types/observation.js';
import type { AuditContext } from './audit-context.js';
import { modelKey, observedModelKey, trialKey } from './observation-key.js';
import { planAudit } from './plan-audit.js';
import { findSameWeights, preflight } from './preflight.js';

/**
 * Refuses answers of which some are missing: a part of them can be scored, and says something else than the whole.
 *
 * @throws {IncompleteRunError} if a model was not asked everything that the audit asks
 */
export function requireComplete(observations: readonly Observation[], context: AuditContext): void {
  const { suspects, controls } = context;
  if (findSameWeights(suspects, controls).length > 0) return;
  const { canaries, trials } = planAudit(context);
  const asked = new Set(
    observations.map(
      (observation) => `${observation.arm} ${observedModelKey(observation)} ${trialKey(observation.trial)}`,
    ),
  );
  const models = [
    ...suspects.map((model) => `suspect ${modelKey(model)}`),
    ...controls.map((model) => `control ${modelKey(model)}`),
  ];
  const planned = preflight(context, observations).passed ? [...canaries, ...trials] : canaries;
  const missing = models.flatMap((model) =>
    planned.filter((trial) => !asked.has(`${model} ${trialKey(trial)}`)),
  );
  if (missing.length === 0) return;
  const total = models.length * planned.length;
  throw new IncompleteRunError(
    `The stored answers are incomplete: expected ${total}, got ${total - missing.length}. Run the audit again to ask the rest.`,
  );
}
