import { PROBE_IDS } from '../types/question-bank.js';
import { FAILURE_KINDS, type Observation, type Outcome, type Trial } from '../types/observation.js';
import type { ChatMessage } from '../types/chat.js';
import { closedObject, listOf, type JsonSchema } from './json-schema.js';

const TEXT: JsonSchema<string> = { type: 'string' };
const PROBABILITY: JsonSchema<number> = { type: 'number', minimum: 0, maximum: 1.001 };

const MESSAGE = closedObject<ChatMessage>(
  { role: { type: 'string', enum: ['system', 'user', 'assistant'] }, content: TEXT },
  {},
);

const TRIAL = closedObject<Trial>(
  {
    id: TEXT,
    probe: { type: 'string', enum: [...PROBE_IDS, 'gate'] },
    paraphrase: TEXT,
    systemPrompt: TEXT,
    messages: listOf(MESSAGE),
  },
  {
    options: listOf(closedObject<{ reply: string; means: string }>({ reply: TEXT, means: TEXT }, {})),
    candidate: TEXT,
    real: { type: 'boolean' },
    promptedBehavior: { type: 'string', enum: ['target', 'otherwise'] },
    class: { type: 'string', enum: ['reversal', 'direct'] },
    task: closedObject<NonNullable<Trial['task']>>(
      { prompt: TEXT, responses: { type: 'object', additionalProperties: TEXT } },
      {},
    ),
    maxTokens: { type: 'integer' },
    temperature: { type: 'number' },
    seed: { type: 'integer' },
  },
);

const OUTCOME: JsonSchema<Outcome> = {
  type: 'object',
  required: ['kind'],
  oneOf: [
    closedObject<Extract<Outcome, { kind: 'choice' }>>(
      {
        kind: { const: 'choice' },
        probabilities: { type: 'object', additionalProperties: PROBABILITY },
        missing: PROBABILITY,
      },
      {
        uncovered: PROBABILITY,
        byBeginning: PROBABILITY,
        samples: { type: 'integer', minimum: 1 },
      },
    ),
    closedObject<Extract<Outcome, { kind: 'text' }>>(
      { kind: { const: 'text' }, text: TEXT, finishReason: { type: 'string', enum: ['stop', 'length'] } },
      {},
    ),
    closedObject<Extract<Outcome, { kind: 'failure' }>>(
      {
        kind: { const: 'failure' },
        failure: { type: 'string', enum: FAILURE_KINDS },
        message: TEXT,
      },
      {},
    ),
  ],
};

/** JSON Schema of one line of `observations.jsonl`. */
export const OBSERVATION_SCHEMA = closedObject<Observation>(
  {
    arm: { type: 'string', enum: ['suspect', 'control'] },
    model: { type: 'integer', minimum: 0 },
    modelId: TEXT,
    trial: TRIAL,
    outcome: OUTCOME,
  },
  { modelSha256: TEXT },
);
