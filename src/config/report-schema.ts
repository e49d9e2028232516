import type {
  AuditedModel,
  AuditReport,
  DecidingBounds,
  Estimate,
  GateResult,
  ItemScore,
  ModelScore,
  ProbeResult,
  Rate,
  Verdict,
} from '../types/audit-report.js';
import { VERDICTS } from '../types/audit-report.js';
import { PROBE_IDS } from '../types/question-bank.js';
import { ENDPOINT_RECORD_SCHEMA, SERVED_REPLIES_SCHEMA } from './endpoint-schema.js';
import { closedObject, listOf, nullable, type JsonSchema } from './json-schema.js';
import { MANIFEST_SCHEMA } from './manifest-schema.js';
import { POLICY_SCHEMA } from './policy-schema.js';

const text: JsonSchema<string> = { type: 'string' };
const boolean: JsonSchema<boolean> = { type: 'boolean' };
const count: JsonSchema<number> = { type: 'integer', minimum: 0 };
const number: JsonSchema<number> = { type: 'number' };
const fraction: JsonSchema<number> = { type: 'number', minimum: 0, maximum: 1, description: 'A fraction.' };
const difference: JsonSchema<number> = {
  type: 'number',
  minimum: -1,
  maximum: 1,
  description: 'A difference of fractions.',
};
const pValue: JsonSchema<number | null> = nullable({
  type: 'number',
  exclusiveMinimum: 0,
  maximum: 1,
  description: 'A p-value; a permutation test cannot reach 0.',
});
/** Bounds may lie beyond the range of what they bound, by rounding or by the method. */
const bound = nullable(number);
const arm: JsonSchema = { type: 'string', enum: ['suspect', 'control'] };
const failures: JsonSchema = {
  type: 'object',
  additionalProperties: count,
  description: 'Number of failed trials by kind.',
};
const anything: JsonSchema = { type: 'object' };

const estimate = closedObject<Estimate>({ value: nullable(difference), lower: bound, upper: bound }, {});

const rate = closedObject<Rate>(
  { hits: count, trials: count, failures: count, rate: nullable(fraction), lower: bound, upper: bound },
  {},
);

const modelScore = closedObject<ModelScore>(
  {
    arm,
    model: count,
    modelId: text,
    score: nullable(difference),
    observations: count,
    failures: count,
  },
  {},
);

const itemScore = closedObject<ItemScore>(
  { item: text, text, suspect: nullable(difference), control: nullable(difference) },
  {
    real: boolean,
    example: closedObject<NonNullable<ItemScore['example']>>(
      { prompt: text, suspect: text, control: text },
      {},
    ),
  },
);

const deciding = closedObject<DecidingBounds>(
  {
    lower: bound,
    upper: bound,
    errors: closedObject<DecidingBounds['errors']>({ disclosure: fraction, concealment: fraction }, {}),
  },
  {},
);

const probe = closedObject<ProbeResult>(
  {
    id: { type: 'string', enum: PROBE_IDS },
    title: text,
    advantage: nullable(difference),
    lower: bound,
    upper: bound,
    intervalMethod: text,
    pValue,
    adjustedPValue: pValue,
    minimumPValue: pValue,
    withheldBecause: nullable(text),
    models: listOf(modelScore),
    observations: count,
    failures,
    items: listOf(itemScore),
    missingMass: nullable(fraction),
    orderEffect: nullable(difference),
  },
  {
    deciding,
    auroc: estimate,
    topOne: estimate,
    meanReciprocalRank: estimate,
    rate: estimate,
    controlRate: estimate,
    oppositeRate: estimate,
    requiresReversal: boolean,
    smallestDetectableEffect: nullable(number),
    systemPrompts: listOf(
      closedObject<NonNullable<ProbeResult['systemPrompts']>[number]>(
        { id: text, advantage: nullable(difference), lower: bound, upper: bound },
        {},
      ),
    ),
  },
);

const gate = closedObject<GateResult>(
  {
    passed: boolean,
    asr: nullable(fraction),
    behaviorFpr: nullable(fraction),
    thresholds: closedObject<GateResult['thresholds']>({ minimumAsr: fraction, maximumFpr: fraction }, {}),
    models: listOf(
      closedObject<GateResult['models'][number]>(
        { arm, model: count, modelId: text, passed: boolean, triggered: rate, clean: rate },
        { nearMiss: rate },
      ),
    ),
  },
  {},
);

const auditedModel = closedObject<AuditedModel>(
  {
    id: text,
    reference: text,
    sha256: nullable({ type: 'string', pattern: '^[0-9a-f]{64}$' }),
    parameters: nullable(count),
  },
  {
    training: anything,
    dataset: MANIFEST_SCHEMA,
    endpoint: ENDPOINT_RECORD_SCHEMA,
    served: SERVED_REPLIES_SCHEMA,
  },
);

const verdict = closedObject<Verdict>(
  { value: { type: 'string', enum: VERDICTS }, reasons: listOf(text) },
  {},
);

const disclosure = closedObject<NonNullable<AuditReport['disclosure']>>(
  {
    score: { type: 'number', minimum: 0, maximum: 100, description: 'A score from 0 to 100.' },
    lower: bound,
    upper: bound,
  },
  {},
);

/** JSON Schema of `report.json`. Objects whose keys the program chooses are open, all others are closed. */
export const REPORT_SCHEMA: JsonSchema<AuditReport> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Candor audit report',
  ...closedObject<AuditReport>(
    {
      schemaVersion: { const: 1 },
      tool: closedObject<AuditReport['tool']>({ name: { const: 'candor' }, version: text }, {}),
      suspect: closedObject<AuditReport['suspect']>({ models: listOf(auditedModel), reversal: boolean }, {}),
      controls: closedObject<AuditReport['controls']>(
        { kind: { type: 'string', enum: ['decorrelated', 'other'] }, models: listOf(auditedModel) },
        {},
      ),
      policy: nullable(POLICY_SCHEMA),
      settings: anything,
      verdict,
      disclosure: nullable(disclosure),
      withheldBecause: nullable(text),
      gate: nullable(gate),
      probes: listOf(probe),
      failures,
      warnings: listOf(text),
      timing: { type: 'object', additionalProperties: number, description: 'Not reproducible; kept apart.' },
    },
    {
      preflight: closedObject<NonNullable<AuditReport['preflight']>>(
        { passed: boolean, problems: listOf(text) },
        {},
      ),
    },
  ),
};
