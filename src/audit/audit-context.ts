import { ConfigError } from '../errors.js';
import type { AuditedModel } from '../types/audit-report.js';
import type { AuditSettings } from '../types/audit-settings.js';
import type { Policy } from '../types/policy.js';
import type { QuestionBank } from '../types/question-bank.js';
import type { Scenario } from '../types/scenario.js';
import { modelKey } from './observation-key.js';

/** What an audit is about, without the models that answer: enough to plan it, and to score stored observations. */
export interface AuditContext {
  readonly suspects: readonly AuditedModel[];
  readonly controls: readonly AuditedModel[];
  /** `null` if nobody knows the trigger: then presence is all that can be asked. */
  readonly policy: Policy | null;
  /** The policy's scenario; `null` without a policy. */
  readonly scenario: Scenario | null;
  /** Of the probes to run. */
  readonly banks: readonly QuestionBank[];
  readonly settings: AuditSettings;
  readonly seed: number;
  /** Of this tool, for the report. */
  readonly toolVersion: string;
}

/** A policy together with the scenario that it names. */
export interface KnownPolicy {
  readonly policy: Policy;
  readonly scenario: Scenario;
}

/**
 * The policy with its scenario, or `null` if the audit has none.
 *
 * @throws {TypeError} if the scenario is missing or another one
 */
export function knownPolicy({
  policy,
  scenario,
}: Pick<AuditContext, 'policy' | 'scenario'>): KnownPolicy | null {
  if (policy === null) return null;
  if (scenario?.id !== policy.scenario) {
    throw new TypeError(
      `Expected \`scenario\` to be \`${policy.scenario}\` as policy \`${policy.id}\` says, got \`${scenario?.id ?? 'null'}\`.`,
    );
  }
  return { policy, scenario };
}

/** The banks whose probes can run: recognition and elicitation have to know the policy. */
export function runnableBanks({ banks, policy }: Pick<AuditContext, 'banks' | 'policy'>): QuestionBank[] {
  return banks.filter(({ id }) => policy !== null || id === 'presence');
}

function listRepeated(arm: string, models: readonly AuditedModel[]): string[] {
  const keys = models.map(modelKey);
  return models.flatMap(({ id }, index) => {
    const first = models[keys.indexOf(keys[index] ?? '')];
    if (first === undefined || keys.indexOf(keys[index] ?? '') === index) return [];
    return [`${arm} \`${id}\` is \`${first.id}\` once more`];
  });
}

/**
 * Checks that the audit has something to ask, and that no model stands twice in an arm: it would count as two seeds.
 *
 * @throws {ConfigError} naming what is missing, or the repeated models
 */
export function checkContext(context: AuditContext): void {
  const { suspects, controls } = context;
  if (suspects.length === 0 || controls.length === 0) {
    throw new ConfigError(
      `The audit lacks models: expected at least 1 suspect and 1 control, got ${suspects.length} and ${controls.length}. ` +
        'What a suspect says means something only beside a control.',
    );
  }
  const repeated = [...listRepeated('suspect', suspects), ...listRepeated('control', controls)];
  if (repeated.length > 0) {
    throw new ConfigError(
      `Models of an arm are not distinct: expected different weights, got ${repeated.join('; ')}. Name each model once.`,
    );
  }
  if (runnableBanks(context).length === 0) {
    const given = context.banks.map(({ id }) => `\`${id}\``).join(', ') || 'none';
    throw new ConfigError(
      `The audit has nothing to ask: expected the bank of \`presence\`${context.policy === null ? ' or a policy' : ''}, got ${given}.`,
    );
  }
}
