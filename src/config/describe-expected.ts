import { describeValue } from './describe-value.js';
import type { JsonSchema } from './json-schema.js';

const NOUNS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  integer: 'an integer',
  boolean: '`true` or `false`',
  null: '`null`',
};

function quote(value: unknown): string {
  return `\`${typeof value === 'string' ? value : describeValue(value)}\``;
}

function numberLimits(schema: JsonSchema): string[] {
  const limits: string[] = [];
  if (schema.minimum !== undefined) limits.push(`≥ ${schema.minimum}`);
  if (schema.exclusiveMinimum !== undefined) limits.push(`> ${schema.exclusiveMinimum}`);
  if (schema.maximum !== undefined) limits.push(`≤ ${schema.maximum}`);
  if (schema.exclusiveMaximum !== undefined) limits.push(`< ${schema.exclusiveMaximum}`);
  return limits;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

function textLimits(schema: JsonSchema): string[] {
  const limits: string[] = [];
  if (schema.minLength !== undefined) limits.push(`of at least ${characters(schema.minLength)}`);
  if (schema.maxLength !== undefined) limits.push(`of at most ${characters(schema.maxLength)}`);
  if (schema.pattern !== undefined) limits.push(`that matches \`${schema.pattern}\``);
  return limits;
}

function listLimits(schema: JsonSchema): string[] {
  const limits: string[] = [];
  if (schema.minItems !== undefined) limits.push(`of at least ${schema.minItems}`);
  if (schema.maxItems !== undefined) limits.push(`of at most ${schema.maxItems}`);
  if (schema.uniqueItems === true) limits.push('without repeats');
  return limits;
}

function describeType(type: string, schema: JsonSchema): string {
  let limits: string[] = [];
  if (type === 'number' || type === 'integer') limits = numberLimits(schema);
  else if (type === 'string') limits = textLimits(schema);
  else if (type === 'array') limits = listLimits(schema);
  return [NOUNS[type] ?? type, limits.join(' and ')].filter((part) => part !== '').join(' ');
}

/** What a schema allows, as an error message prints it after "expected": "an integer ≥ 1", "one of `a`, `b`". */
export function describeExpected(schema: JsonSchema): string {
  if (schema.const !== undefined) return quote(schema.const);
  if (schema.enum !== undefined) return `one of ${schema.enum.map(quote).join(', ')}`;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return [...new Set(branches.map(describeExpected))].join(' or ');
  if (schema.type === undefined) return 'another value';
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return types.map((type) => describeType(type, schema)).join(' or ');
}
