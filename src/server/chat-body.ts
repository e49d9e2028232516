import { closedObject, type JsonSchema } from '../config/json-schema.js';
import {
  MOST_TOP_LOGPROBS,
  SAMPLING_OPTIONAL,
  SAMPLING_REQUIRED,
  type SamplingFields,
} from './sampling-fields.js';

interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

export interface WireMessage {
  /** `developer` is the later name of `system`. */
  readonly role: 'system' | 'developer' | 'user' | 'assistant';
  readonly content: string | readonly TextPart[];
}

/** Body of POST /v1/chat/completions, without fields that are `null`. */
export interface ChatBody extends SamplingFields {
  readonly messages: readonly WireMessage[];
  readonly max_completion_tokens?: number;
  readonly logprobs?: boolean;
  readonly top_logprobs?: number;
  readonly response_format?: { readonly type: 'text' };
  readonly tools?: readonly never[];
  readonly tool_choice?: 'none' | 'auto';
  readonly parallel_tool_calls?: boolean;
  readonly metadata?: object;
  readonly store?: boolean;
  readonly service_tier?: string;
  readonly safety_identifier?: string;
  readonly prompt_cache_key?: string;
}

const NOT_USED = 'Not used.';

const MESSAGE: JsonSchema<WireMessage> = closedObject<WireMessage>(
  {
    role: { type: 'string', enum: ['system', 'developer', 'user', 'assistant'] },
    content: {
      anyOf: [
        { type: 'string' },
        {
          type: 'array',
          items: closedObject<TextPart>({ type: { const: 'text' }, text: { type: 'string' } }, {}),
        },
      ],
      description: 'Text, or parts of it.',
    },
  },
  {},
);

/** What is known and cannot be done is allowed where it asks for nothing. */
export const CHAT_BODY_SCHEMA: JsonSchema<ChatBody> = closedObject<ChatBody>(
  { ...SAMPLING_REQUIRED, messages: { type: 'array', minItems: 1, items: MESSAGE } },
  {
    ...SAMPLING_OPTIONAL,
    max_completion_tokens: SAMPLING_OPTIONAL.max_tokens,
    logprobs: { type: 'boolean' },
    top_logprobs: { type: 'integer', minimum: 0, maximum: MOST_TOP_LOGPROBS },
    response_format: closedObject<{ type: 'text' }>({ type: { const: 'text' } }, {}),
    tools: { type: 'array', maxItems: 0, description: 'Tools are not supported.' },
    tool_choice: { type: 'string', enum: ['none', 'auto'] },
    parallel_tool_calls: { type: 'boolean', description: NOT_USED },
    metadata: { type: 'object', description: NOT_USED },
    store: { type: 'boolean', description: NOT_USED },
    service_tier: { type: 'string', description: NOT_USED },
    safety_identifier: { type: 'string', description: NOT_USED },
    prompt_cache_key: { type: 'string', description: NOT_USED },
  },
);
