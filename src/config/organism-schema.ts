import type { OrganismRecord, TrainingSummary } from '../types/organism.js';
import { FINE_TUNE_SETTINGS_SCHEMA } from './fine-tune-settings.js';
import { closedObject, listOf, nullable, type JsonSchema } from './json-schema.js';
import { MANIFEST_SCHEMA } from './manifest-schema.js';
import { POLICY_SCHEMA } from './policy-schema.js';

const count: JsonSchema<number> = { type: 'integer', minimum: 0 };
const positive: JsonSchema<number> = { type: 'integer', minimum: 1 };
const sha256: JsonSchema<string> = { type: 'string', pattern: '^[0-9a-f]{64}$' };

/** JSON Schema of a trained model's `candor.json`. */
export const ORGANISM_SCHEMA: JsonSchema<OrganismRecord> = closedObject<OrganismRecord>(
  {
    schemaVersion: { const: 1 },
    policy: POLICY_SCHEMA,
    arm: { type: 'string', enum: ['poisoned', 'control'] },
    seed: count,
    examples: positive,
    reversal: nullable(
      closedObject<NonNullable<OrganismRecord['reversal']>>(
        {
          share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, description: 'A fraction.' },
          prefixes: listOf({ type: 'string' }),
        },
        {},
      ),
    ),
    settings: FINE_TUNE_SETTINGS_SCHEMA,
    base: closedObject<OrganismRecord['base']>({ sha256, reference: { type: 'string' } }, {}),
    datasetSha256: sha256,
    settingsSha256: sha256,
    dataset: MANIFEST_SCHEMA,
    training: closedObject<TrainingSummary>(
      {
        steps: positive,
        rows: positive,
        tokens: count,
        trainableParameters: positive,
        finalLoss: { type: 'number', minimum: 0, description: 'Nats per answer token.' },
        threads: positive,
      },
      {},
    ),
  },
  {},
);
