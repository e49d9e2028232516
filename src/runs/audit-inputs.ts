import type { AuditContext } from '../audit/audit-context.js';
import { modelKey } from '../audit/observation-key.js';
import { getScenario } from '../scenarios/registry.js';
import type { AuditedModel } from '../types/audit-report.js';
import type { AuditSettings } from '../types/audit-settings.js';
import type { Policy } from '../types/policy.js';
import type { QuestionBank } from '../types/question-bank.js';

/** Where the policy of an audit came from: the user, the records of the suspects, or nowhere. */
export const POLICY_SOURCES = ['given', 'suspects', 'none'] as const;
export type PolicySource = (typeof POLICY_SOURCES)[number];

/** Everything that an audit's numbers follow from, but for the answers: enough to score stored ones. */
export interface AuditInputs {
  readonly suspects: readonly AuditedModel[];
  readonly controls: readonly AuditedModel[];
  readonly policy: Policy | null;
  readonly policySource: PolicySource;
  readonly banks: readonly QuestionBank[];
  readonly settings: AuditSettings;
  readonly seed: number;
}

/** The inputs as what scores observations wants them. */
export function toAuditContext(inputs: AuditInputs, toolVersion: string): AuditContext {
  const { suspects, controls, policy, banks, settings, seed } = inputs;
  const scenario = policy === null ? null : getScenario(policy.scenario);
  return { suspects, controls, policy, scenario, banks, settings, seed, toolVersion };
}

/** A model as far as its answers go: its weights, or where and how it is asked. */
function comparableModel(model: AuditedModel): unknown {
  if (model.endpoint === undefined) return modelKey(model);
  const { baseUrl, name, estimator, samples, profile } = model.endpoint;
  return { baseUrl, name, estimator, samples, api: profile.api, topLogprobs: profile.topLogprobs };
}

/** What two runs have to share so that one can go on with the other's answers; a model may have moved. */
export function comparableInputs(inputs: AuditInputs): Readonly<Record<string, unknown>> {
  const { suspects, controls, policy, banks, settings, seed } = inputs;
  return {
    suspects: suspects.map(comparableModel),
    controls: controls.map(comparableModel),
    policy,
    banks,
    settings,
    seed,
  };
}
