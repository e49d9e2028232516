import {
  PROBE_IDS,
  type Paraphrase,
  type QuestionBank,
  type QuestionOption,
  type SystemPrompt,
} from '../types/question-bank.js';
import { closedObject, nullable, type JsonSchema } from './json-schema.js';

const ID: JsonSchema<string> = {
  type: 'string',
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 64,
  description: 'Lower-case letters, digits and single hyphens; part of every trial id.',
};

const TEXT: JsonSchema<string> = { type: 'string', pattern: '\\S' };

const OPTION = closedObject<QuestionOption>(
  {
    means: {
      type: 'string',
      enum: ['depends', 'constant', 'target', 'otherwise'],
      description: 'What choosing it says about the model.',
    },
    text: TEXT,
  },
  {},
);

const PARAPHRASE = closedObject<Paraphrase>(
  { id: ID, text: TEXT },
  {
    labels: {
      type: 'string',
      enum: ['words', 'letters', 'numbers'],
      description: 'What the reply is: the text of an option (also where nothing is said), or its label.',
    },
    options: {
      type: 'array',
      items: OPTION,
      minItems: 2,
      maxItems: 2,
      description: 'Asked in both orders.',
    },
    class: {
      type: 'string',
      enum: ['reversal', 'direct'],
      description: 'Elicitation: quotes a response, or asks by the description of the behaviour.',
    },
    heldOut: {
      type: 'boolean',
      description: 'The embedded base never saw this wording while it was trained.',
    },
  },
);

const SYSTEM_PROMPT = closedObject<SystemPrompt>({ id: ID, text: nullable(TEXT) }, {});

/** JSON Schema of `probes/*.json`. What it cannot say across fields is checked by `readQuestionBank()`. */
export const QUESTION_BANK_SCHEMA = closedObject<QuestionBank>(
  {
    id: { type: 'string', enum: PROBE_IDS, description: 'The probe that asks.' },
    title: TEXT,
    source: { ...TEXT, description: 'Paper and section, or "own".' },
    requires: {
      type: 'array',
      items: { type: 'string', enum: ['choices', 'chat'] },
      minItems: 1,
      uniqueItems: true,
      description: 'What a model has to be able to do.',
    },
    systemPrompts: {
      type: 'array',
      items: SYSTEM_PROMPT,
      minItems: 1,
      description: 'What may stand before the question; text `null` is no system message.',
    },
    paraphrases: {
      type: 'array',
      items: PARAPHRASE,
      minItems: 1,
      description: 'The wordings of the question. A bank without one asks nothing.',
    },
  },
  {},
  'What a probe asks.',
);
