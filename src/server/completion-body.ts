import { closedObject, type JsonSchema } from '../config/json-schema.js';
import {
  MOST_TOP_LOGPROBS,
  SAMPLING_OPTIONAL,
  SAMPLING_REQUIRED,
  type SamplingFields,
} from './sampling-fields.js';

/** Body of POST /v1/completions, without fields that are `null`. */
export interface CompletionBody extends SamplingFields {
  readonly prompt: string | readonly string[] | readonly number[] | readonly (readonly number[])[];
  readonly echo?: boolean;
  readonly logprobs?: number;
}

const MOST_PROMPTS = 256;
const TOKENS = { type: 'array', minItems: 1, items: { type: 'integer', minimum: 0 } };

export const COMPLETION_BODY_SCHEMA: JsonSchema<CompletionBody> = closedObject<CompletionBody>(
  {
    ...SAMPLING_REQUIRED,
    prompt: {
      anyOf: [
        { type: 'string' },
        { type: 'array', minItems: 1, maxItems: MOST_PROMPTS, items: { type: 'string' } },
        TOKENS,
        { type: 'array', minItems: 1, maxItems: MOST_PROMPTS, items: TOKENS },
      ],
      description: `Text or token ids, or up to ${MOST_PROMPTS} of either.`,
    },
  },
  {
    ...SAMPLING_OPTIONAL,
    max_tokens: { ...SAMPLING_OPTIONAL.max_tokens, minimum: 0 },
    echo: { type: 'boolean', description: 'Give the prompt back in front of the reply.' },
    logprobs: {
      type: 'integer',
      minimum: 0,
      maximum: MOST_TOP_LOGPROBS,
      description: 'Number of the most likely tokens.',
    },
  },
);
