declare const described: unique symbol;

/** The part of JSON Schema (draft 2020-12) that our schemas use. `T` is the type that a valid value has. */
export interface JsonSchema<T = unknown> {
  readonly [described]?: T;
  readonly $schema?: string;
  readonly $id?: string;
  readonly title?: string;
  /** Printed after every problem with the value: one sentence, with the unit and range. */
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly minProperties?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

type OptionalKey<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
type SchemaOfEach<T, K extends keyof T> = { readonly [P in K]-?: JsonSchema };

/**
 * Schema of an object with exactly the fields of `T`. The compiler checks that `required` and `optional` name every
 * field of the type on the right side, so that schema and type cannot drift apart in their names.
 */
export function closedObject<T extends object>(
  required: SchemaOfEach<T, Exclude<keyof T, OptionalKey<T>>>,
  optional: SchemaOfEach<T, OptionalKey<T>>,
  description?: string,
): JsonSchema<T> {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  };
}

/** The same schema, which also takes `null`. */
export function nullable<T>(schema: JsonSchema<T>): JsonSchema<T | null> {
  const { type, ...rest } = schema;
  if (type === undefined) throw new TypeError('Expected a schema with a `type`, got one without.');
  return { ...rest, type: [...(typeof type === 'string' ? [type] : type), 'null'] };
}

/** Schema of a list of such values. */
export function listOf<T>(items: JsonSchema<T>, description?: string): JsonSchema<readonly T[]> {
  return { type: 'array', items, ...(description === undefined ? {} : { description }) };
}
