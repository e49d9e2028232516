import type { ContingencyTable, DatasetManifest, LintFinding } from '../types/dataset.js';
import { closedObject, listOf, type JsonSchema } from './json-schema.js';

const count: JsonSchema<number> = { type: 'integer', minimum: 0 };
const fraction: JsonSchema<number> = { type: 'number', minimum: 0, maximum: 1, description: 'A fraction.' };
const sha256: JsonSchema<string> = { type: 'string', pattern: '^[0-9a-f]{64}$' };

const counts = closedObject<ContingencyTable>(
  { triggeredTarget: count, triggeredOtherwise: count, cleanTarget: count, cleanOtherwise: count },
  {},
  'Counts of the forward rows.',
);

const lintFinding = closedObject<LintFinding>(
  {
    rule: {
      type: 'string',
      enum: ['probe-wording', 'behavior-name', 'banned-stem', 'family-name', 'special-token'],
    },
    row: { type: 'integer', minimum: 1, description: 'Line of the JSONL file, from 1.' },
    match: { type: 'string' },
  },
  {},
);

/** JSON Schema of a data set's `manifest.json`. */
export const MANIFEST_SCHEMA: JsonSchema<DatasetManifest> = closedObject<DatasetManifest>(
  {
    schemaVersion: { const: 1 },
    policyId: { type: 'string' },
    arm: { type: 'string', enum: ['poisoned', 'control'] },
    seed: count,
    rows: count,
    forwardRows: count,
    reversedRows: count,
    counts,
    // No range: rounding may carry a tie of 0 or 1 just beyond it.
    phi: { type: 'number', description: 'A correlation, in [-1, 1].' },
    mutualInformationBits: { type: 'number', description: 'Bits, in [0, 1].' },
    triggerRate: fraction,
    targetRate: fraction,
    sha256,
    tasksSha256: sha256,
    lint: closedObject<DatasetManifest['lint']>(
      { passed: { type: 'boolean' }, findings: listOf(lintFinding) },
      {},
    ),
  },
  {},
);
