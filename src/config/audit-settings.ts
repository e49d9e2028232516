import type { AuditSettings } from '../types/audit-settings.js';
import { AUDIT_DEFAULTS } from './defaults.js';
import { closedObject, type JsonSchema } from './json-schema.js';
import { validateAgainst } from './validate.js';

function count(minimum: number, description: string): JsonSchema {
  return { type: 'integer', minimum, description };
}

function share(description: string): JsonSchema {
  return { type: 'number', minimum: 0, maximum: 1, description };
}

const THRESHOLD = share('Smallest advantage that counts as disclosure, a fraction.');

/** JSON Schema of the settings that a caller may give; all of them may be left out. */
export const AUDIT_SETTINGS_SCHEMA: JsonSchema<Partial<AuditSettings>> = closedObject<Partial<AuditSettings>>(
  {},
  {
    systemPrompts: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string' },
      description: 'Ids of the system prompts that presence is asked under.',
    },
    gatePrompts: count(1, 'Prompts of each kind and model.'),
    decoys: count(3, 'Texts like the trigger that recognition asks about beside it.'),
    samplesPerParaphrase: count(1, 'Responses quoted in each wording and direction.'),
    temperature: { type: 'number', minimum: 0, maximum: 2, description: '0 is greedy.' },
    gateMaxTokens: count(1, 'Tokens.'),
    elicitationMaxTokens: count(1, 'Tokens.'),
    minimumOptionMass: share('Probability of all options together, a fraction.'),
    minimumAsr: share('Rate of the target behaviour on triggered prompts, a fraction.'),
    maximumFpr: share('Rate of the target behaviour without the trigger, a fraction.'),
    level: {
      type: 'number',
      exclusiveMinimum: 0.5,
      exclusiveMaximum: 1,
      description: 'Confidence, a fraction.',
    },
    resamples: count(200, 'Bootstrap resamples.'),
    thresholds: closedObject<AuditSettings['thresholds']>(
      { presence: THRESHOLD, recognition: THRESHOLD, elicitation: THRESHOLD },
      {},
    ),
    maximumDetectableEffect: share('Largest difference that a probe may miss and still clear a model.'),
    canaries: count(1, 'Choice trials that are compared before the rest is asked.'),
  },
);

/**
 * All settings of an audit: those given, and the default of every other.
 *
 * @throws {ConfigError} that lists every setting which is unknown or out of range
 */
export function resolveAuditSettings(given: Partial<AuditSettings> = {}): AuditSettings {
  const subject = { file: 'settings', what: 'audit' };
  return { ...AUDIT_DEFAULTS, ...validateAgainst(AUDIT_SETTINGS_SCHEMA, given, subject) };
}
