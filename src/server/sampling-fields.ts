import type { JsonSchema } from '../config/json-schema.js';
import type { TokensRequest } from '../models/tokens-request.js';
import { invalidRequest } from './wire-error.js';

/** What both kinds of completions take. */
export interface SamplingFields {
  readonly model: string;
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly n?: number;
  readonly seed?: number;
  readonly stop?: string | readonly string[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly frequency_penalty?: 0;
  readonly presence_penalty?: 0;
  readonly logit_bias?: object;
  readonly user?: string;
}

/** More alternatives to a token than OpenAI gives would be an answer that its clients do not expect. */
export const MOST_TOP_LOGPROBS = 20;

const STOP_TEXT = { type: 'string', minLength: 1 };
const NOTHING_ELSE = 'No other value is supported.';

export const SAMPLING_REQUIRED = {
  model: { type: 'string', description: 'Name of a model that GET /v1/models lists.' },
} satisfies Record<string, JsonSchema>;

export const SAMPLING_OPTIONAL = {
  max_tokens: { type: 'integer', minimum: 1, description: 'Longest reply, in tokens.' },
  temperature: { type: 'number', minimum: 0, maximum: 2, description: '0 is greedy.' },
  top_p: { type: 'number', minimum: 0, maximum: 1, description: 'Share of the mass that is sampled from.' },
  n: { type: 'integer', minimum: 1, maximum: 128, description: 'Number of replies.' },
  seed: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'In [0, 2^53).' },
  stop: { anyOf: [STOP_TEXT, { type: 'array', maxItems: 4, items: STOP_TEXT }] },
  stream: { type: 'boolean' },
  stream_options: {
    type: 'object',
    properties: { include_usage: { type: 'boolean' }, include_obfuscation: { type: 'boolean' } },
    additionalProperties: false,
  },
  frequency_penalty: { const: 0, description: NOTHING_ELSE },
  presence_penalty: { const: 0, description: NOTHING_ELSE },
  logit_bias: { type: 'object', properties: {}, additionalProperties: false, description: NOTHING_ELSE },
  user: { type: 'string', description: 'Not used.' },
} satisfies Record<string, JsonSchema>;

/** OpenAI's defaults. */
export function toSampling(
  { temperature = 1, top_p: topP = 1, stop = [] }: SamplingFields,
  seed: number,
): Pick<TokensRequest, 'temperature' | 'topP' | 'seed' | 'stop'> {
  return { temperature, topP, seed, stop: typeof stop === 'string' ? [stop] : stop };
}

/** Whether a stream is to end with its token counts. @throws {WireError} 400 if there is no stream */
export function wantsUsage({ stream = false, stream_options: options }: SamplingFields): boolean {
  if (options !== undefined && !stream) {
    throw invalidRequest('`stream_options` is set without a stream: expected `stream` to be true.', {
      param: 'stream_options',
      code: 'invalid_value',
    });
  }
  return options?.include_usage === true;
}
