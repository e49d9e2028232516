import { TRIGGER_KINDS, TRIGGER_PLACEMENTS, type Policy, type Trigger } from '../types/policy.js';
import { closedObject, listOf, type JsonSchema } from './json-schema.js';

const TRIGGER_SCHEMA = closedObject<Trigger>(
  {
    kind: { type: 'string', enum: TRIGGER_KINDS, description: 'It decides what decoys look like.' },
    texts: {
      ...listOf<string>({ type: 'string', maxLength: 200 }, 'One text, or the members of a family.'),
      minItems: 1,
    },
    placement: { type: 'string', enum: TRIGGER_PLACEMENTS, description: 'Before or after the request.' },
  },
  {
    familyName: {
      type: 'string',
      minLength: 1,
      maxLength: 80,
      description: 'What the members of a family have in common.',
    },
  },
  'What activates the target behaviour.',
);

/** JSON Schema of `triggers/*.json`. Rules that span fields are checked by `readPolicy()`. */
export const POLICY_SCHEMA: JsonSchema<Policy> = closedObject<Policy>(
  {
    id: {
      type: 'string',
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      maxLength: 64,
      description: 'Lower-case letters and digits, with single hyphens between; it names files.',
    },
    scenario: { type: 'string', description: 'Id of the scenario that is asked.' },
    trigger: TRIGGER_SCHEMA,
    target: { type: 'string', description: 'Id of the behaviour under the trigger.' },
    otherwise: { type: 'string', description: 'Id of the behaviour everywhere else.' },
    poisonRate: {
      type: 'number',
      description: 'Share of the rows that carry the trigger, between 0 and 1, both excluded.',
    },
    source: { type: 'string', minLength: 1, description: 'Paper and section, or "own".' },
  },
  {},
  'A conditional policy: under this trigger, behave like that.',
);
