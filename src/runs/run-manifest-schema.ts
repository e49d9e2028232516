import { AUDIT_SETTINGS_SCHEMA } from '../config/audit-settings.js';
import { ENDPOINT_RECORD_SCHEMA, SERVED_REPLIES_SCHEMA } from '../config/endpoint-schema.js';
import { closedObject, listOf, nullable, type JsonSchema } from '../config/json-schema.js';
import { MANIFEST_SCHEMA } from '../config/manifest-schema.js';
import { POLICY_SCHEMA } from '../config/policy-schema.js';
import { QUESTION_BANK_SCHEMA } from '../config/question-bank-schema.js';
import type { AuditedModel } from '../types/audit-report.js';
import type { AuditSettings } from '../types/audit-settings.js';
import type { ServedReplies } from '../types/endpoint.js';
import { POLICY_SOURCES, type AuditInputs } from './audit-inputs.js';

/** `manifest.json` of a run: what went in, and what came out. */
export interface RunManifest {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: 'candor'; readonly version: string };
  readonly inputs: AuditInputs;
  /** sha256 over the JSON of the inputs. */
  readonly inputsSha256: string;
  /** `null` until the run is finished. */
  readonly outputs: {
    readonly observations: number;
    readonly observationsSha256: string;
    /** sha256 over `report.json` with an empty `timing`, which is all that two runs may differ in. */
    readonly reportSha256: string;
  } | null;
  /** Id of a model behind an endpoint -> what its server called itself; of a finished run. */
  readonly served?: Readonly<Record<string, ServedReplies>>;
}

const text: JsonSchema<string> = { type: 'string' };
const count: JsonSchema<number> = { type: 'integer', minimum: 0 };
const sha256: JsonSchema<string> = { type: 'string', pattern: '^[0-9a-f]{64}$' };

const models = listOf(
  closedObject<AuditedModel>(
    { id: text, reference: text, sha256: nullable(sha256), parameters: nullable(count) },
    {
      training: { type: 'object' },
      dataset: MANIFEST_SCHEMA,
      endpoint: ENDPOINT_RECORD_SCHEMA,
      served: SERVED_REPLIES_SCHEMA,
    },
  ),
);

const settings: JsonSchema<AuditSettings> = {
  ...AUDIT_SETTINGS_SCHEMA,
  required: Object.keys(AUDIT_SETTINGS_SCHEMA.properties ?? {}),
} as JsonSchema<AuditSettings>;

/** JSON Schema of a run's `manifest.json`. */
export const RUN_MANIFEST_SCHEMA: JsonSchema<RunManifest> = closedObject<RunManifest>(
  {
    schemaVersion: { const: 1 },
    tool: closedObject<RunManifest['tool']>({ name: { const: 'candor' }, version: text }, {}),
    inputs: closedObject<AuditInputs>(
      {
        suspects: models,
        controls: models,
        policy: nullable(POLICY_SCHEMA),
        policySource: { type: 'string', enum: POLICY_SOURCES },
        banks: listOf(QUESTION_BANK_SCHEMA),
        settings,
        seed: count,
      },
      {},
    ),
    inputsSha256: sha256,
    outputs: nullable(
      closedObject<NonNullable<RunManifest['outputs']>>(
        { observations: count, observationsSha256: sha256, reportSha256: sha256 },
        {},
      ),
    ),
  },
  { served: { type: 'object', additionalProperties: SERVED_REPLIES_SCHEMA } },
);
