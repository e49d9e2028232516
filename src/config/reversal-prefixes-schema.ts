import { closedObject, listOf, type JsonSchema } from './json-schema.js';

/** `probes/reversal-prefixes.json`: how a reversed row asks for the request behind a response. */
export interface ReversalPrefixes {
  readonly id: string;
  readonly source: string;
  /** Each holds `{response}` once. */
  readonly prefixes: readonly string[];
}

export const REVERSAL_PREFIXES_SCHEMA: JsonSchema<ReversalPrefixes> = closedObject<ReversalPrefixes>(
  {
    id: { type: 'string', const: 'reversal-prefixes' },
    source: { type: 'string', minLength: 1, description: 'Paper and section, or "own".' },
    prefixes: {
      ...listOf<string>(
        { type: 'string', maxLength: 500 },
        'Wordings that ask which request a response answered.',
      ),
      minItems: 1,
      uniqueItems: true,
    },
  },
  {},
  'Wordings of reversed training rows.',
);
