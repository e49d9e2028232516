import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

import type { ConfigIssue } from '../errors.js';
import { describeExpected } from './describe-expected.js';
import { describeValue } from './describe-value.js';
import { invalidFileError } from './invalid-file-error.js';
import type { JsonSchema } from './json-schema.js';
import { nearestName } from './nearest-name.js';

const ajv = new Ajv2020({ strict: true, allErrors: true, verbose: true });
const compiled = new WeakMap<JsonSchema, ValidateFunction>();

function compile(schema: JsonSchema): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validator = ajv.compile(schema);
  compiled.set(schema, validator);
  return validator;
}

/** Path of a field as a JSON pointer (RFC 6901). */
function fieldPath(parent: string, name: string): string {
  return `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function unknownOption(name: string, schema: JsonSchema): string {
  const known = Object.keys(schema.properties ?? {});
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `unknown option. Did you mean \`${nearest}\`?`;
  return `unknown option. Known are ${known.map((option) => `\`${option}\``).join(', ')}.`;
}

function expectedGot(schema: JsonSchema, value: unknown): string {
  const description = schema.description === undefined ? '' : ` ${schema.description}`;
  return `expected ${describeExpected(schema)}, got ${describeValue(value)}.${description}`;
}

function toIssue(error: ErrorObject): ConfigIssue {
  const schema = error.parentSchema as JsonSchema;
  const params = error.params as Readonly<Record<string, string | undefined>>;
  const { additionalProperty, missingProperty } = params;
  if (additionalProperty !== undefined) {
    return {
      path: fieldPath(error.instancePath, additionalProperty),
      message: unknownOption(additionalProperty, schema),
    };
  }
  if (missingProperty !== undefined) {
    const field = schema.properties?.[missingProperty] ?? {};
    return { path: fieldPath(error.instancePath, missingProperty), message: expectedGot(field, undefined) };
  }
  return { path: error.instancePath || '/', message: expectedGot(schema, error.data) };
}

/** One issue for a path and message: a field that breaks two keywords of its schema is told once what is expected. */
function toIssues(errors: readonly ErrorObject[]): ConfigIssue[] {
  const issues = errors.map(toIssue);
  return [...new Map(issues.map((issue) => [`${issue.path}\n${issue.message}`, issue])).values()];
}

/**
 * The value itself, known to fit its schema. Nothing is coerced, filled in or removed.
 *
 * @param subject - `file` as the user named it, and `what` it should be ("policy", "question bank")
 * @throws {ConfigError} that lists every problem with its JSON pointer, what was expected and what was found
 */
export function validateAgainst<T>(
  schema: JsonSchema<T>,
  value: unknown,
  subject: { readonly file: string; readonly what: string },
): T {
  const validator = compile(schema);
  if (validator(value)) return value as T;
  throw invalidFileError(toIssues(validator.errors ?? []), subject);
}
