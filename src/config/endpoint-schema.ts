import {
  ENDPOINT_APIS,
  type EndpointProfile,
  type EndpointRecord,
  type ServedReplies,
} from '../types/endpoint.js';
import { closedObject, listOf, nullable, type JsonSchema } from './json-schema.js';

const text: JsonSchema<string> = { type: 'string' };
const flag: JsonSchema<boolean> = { type: 'boolean' };
const count: JsonSchema<number> = { type: 'integer', minimum: 0 };

/** JSON Schema of what an endpoint was found to do. */
export const ENDPOINT_PROFILE_SCHEMA: JsonSchema<EndpointProfile> = closedObject<EndpointProfile>(
  {
    api: { type: 'string', enum: ENDPOINT_APIS },
    topLogprobs: count,
    logprobsForm: { type: 'string', enum: ['flag', 'count'] },
    tokenLimit: { type: 'string', enum: ['max_tokens', 'max_completion_tokens'] },
    temperature: flag,
    systemRole: flag,
    seed: flag,
    repeats: flag,
    stop: flag,
    severalReplies: flag,
    thinks: flag,
    servedModel: nullable(text),
    fingerprint: nullable(text),
    shutdownDate: nullable(text),
  },
  {},
);

/** JSON Schema of how an endpoint was asked. */
export const ENDPOINT_RECORD_SCHEMA: JsonSchema<EndpointRecord> = closedObject<EndpointRecord>(
  {
    baseUrl: text,
    name: text,
    estimator: { type: 'string', enum: ['logprobs', 'samples', 'none'] },
    samples: nullable(count),
    profile: ENDPOINT_PROFILE_SCHEMA,
  },
  {},
);

/** JSON Schema of what a server called itself. */
export const SERVED_REPLIES_SCHEMA: JsonSchema<ServedReplies> = closedObject<ServedReplies>(
  {
    models: listOf(text),
    fingerprints: listOf(text),
    replies: count,
    promptTokens: count,
    completionTokens: count,
  },
  {},
);
