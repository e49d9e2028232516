import { describe, expect, it } from '@jest/globals';

import { closedObject, listOf, nullable, type JsonSchema } from '../../src/config/json-schema.js';
import { validateAgainst } from '../../src/config/validate.js';
import { ConfigError } from '../../src/errors.js';

interface Sampling {
  readonly samplesPerParaphrase: number;
  readonly temperature: number | null;
  readonly labels?: readonly string[];
  readonly placement?: 'prefix' | 'suffix';
}

const SAMPLING: JsonSchema<Sampling> = closedObject<Sampling>(
  {
    samplesPerParaphrase: {
      type: 'integer',
      minimum: 1,
      description: 'Number of completions drawn per paraphrase.',
    },
    temperature: nullable({ type: 'number', minimum: 0, exclusiveMaximum: 2 }),
  },
  {
    labels: { ...listOf({ type: 'string', minLength: 1, maxLength: 3 }), minItems: 2, uniqueItems: true },
    placement: { type: 'string', enum: ['prefix', 'suffix'] },
  },
);

const subject = { file: 'demo.json', what: 'sampling' };

function messageFor(value: unknown, schema: JsonSchema = SAMPLING): string {
  try {
    validateAgainst(schema, value, subject);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'valid';
}

describe('validateAgainst()', () => {
  it('returns the very value, without filling in or removing anything', () => {
    const value = { samplesPerParaphrase: 3, temperature: null };
    expect(validateAgainst(SAMPLING, value, subject)).toBe(value);
    expect(value).toEqual({ samplesPerParaphrase: 3, temperature: null });
  });

  it('lists all problems, each with what was expected, what was found and the description', () => {
    expect(messageFor({ samplesPerParaphrase: 0, temprature: 1, temperature: 1 })).toBe(
      [
        'Invalid sampling `demo.json` (2 problems):',
        '  - /temprature: unknown option. Did you mean `temperature`?',
        '  - /samplesPerParaphrase: expected an integer ≥ 1, got 0. Number of completions drawn per paraphrase.',
      ].join('\n'),
    );
  });

  it('carries file and issues as data', () => {
    expect.assertions(2);
    try {
      validateAgainst(SAMPLING, { samplesPerParaphrase: 1 }, subject);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      expect(error).toMatchObject({
        file: 'demo.json',
        exitCode: 2,
        issues: [{ path: '/temperature', message: 'expected a number ≥ 0 and < 2 or `null`, got nothing.' }],
      });
    }
  });

  it('does not coerce', () => {
    expect(messageFor({ samplesPerParaphrase: '3', temperature: 1 })).toBe(
      'Invalid sampling `demo.json` (1 problem):\n' +
        '  - /samplesPerParaphrase: expected an integer ≥ 1, got "3". Number of completions drawn per paraphrase.',
    );
  });

  it.each([
    [{ labels: [] }, '/labels: expected a list of at least 2 and without repeats, got a list of 0.'],
    [{ labels: ['a', 'a'] }, '/labels: expected a list of at least 2 and without repeats, got a list of 2.'],
    [
      { labels: ['a', ''] },
      '/labels/1: expected text of at least 1 character and of at most 3 characters, got "".',
    ],
    [{ labels: {} }, '/labels: expected a list of at least 2 and without repeats, got an object.'],
    [{ placement: 'infix' }, '/placement: expected one of `prefix`, `suffix`, got "infix".'],
    [
      { zebra: 1 },
      '/zebra: unknown option. Known are `samplesPerParaphrase`, `temperature`, `labels`, `placement`.',
    ],
    [
      { 'a/b~c': 1 },
      '/a~1b~0c: unknown option. Known are `samplesPerParaphrase`, `temperature`, `labels`, `placement`.',
    ],
  ])('says what is wrong with %j', (fields, line) => {
    expect(messageFor({ samplesPerParaphrase: 1, temperature: 1, ...fields })).toBe(
      `Invalid sampling \`demo.json\` (1 problem):\n  - ${line}`,
    );
  });

  it('names the root by a slash', () => {
    expect(messageFor([])).toBe(
      'Invalid sampling `demo.json` (1 problem):\n  - /: expected an object, got a list of 0.',
    );
  });

  it('describes constants, patterns and unions', () => {
    const schema: JsonSchema = {
      type: 'object',
      additionalProperties: false,
      properties: {
        version: { const: 1 },
        sha256: { type: 'string', pattern: '^[0-9a-f]{4}$' },
        size: { anyOf: [{ type: 'boolean' }, { type: 'integer', minimum: 2 }] },
      },
    };
    expect(messageFor({ version: 2, sha256: 'xyz' }, schema)).toBe(
      [
        'Invalid sampling `demo.json` (2 problems):',
        '  - /version: expected `1`, got 2.',
        '  - /sha256: expected text that matches `^[0-9a-f]{4}$`, got "xyz".',
      ].join('\n'),
    );
    expect(messageFor({ size: 'big' }, schema)).toContain(
      '  - /size: expected `true` or `false` or an integer ≥ 2, got "big".',
    );
  });

  it('shows hostile values and names on one line, clipped, with what they hide', () => {
    const message = messageFor({
      samplesPerParaphrase: `\u001b[2J\u202e${'x'.repeat(200)}`,
      temperature: 1,
      '\u001b[2J': 1,
    });
    expect(message.split('\n')).toHaveLength(3);
    expect(message).toContain(String.raw`got "\u001b[2J\u202exxx`);
    expect(message).toContain('/⟨U+001B⟩[2J: unknown option.');
    expect(message).not.toContain('x'.repeat(90));
  });

  it('rejects numbers that are not finite', () => {
    expect(messageFor({ samplesPerParaphrase: 1, temperature: NaN })).toBe(
      'Invalid sampling `demo.json` (1 problem):\n' +
        '  - /temperature: expected a number ≥ 0 and < 2 or `null`, got NaN.',
    );
  });

  it('refuses a schema that contradicts itself', () => {
    expect(() => validateAgainst({ type: 'string', minimum: 1 }, 'x', subject)).toThrow(/strict mode/);
  });
});

describe('nullable()', () => {
  it('needs a type to add null to', () => {
    expect(() => nullable({ const: 1 })).toThrow(
      new TypeError('Expected a schema with a `type`, got one without.'),
    );
  });
});
