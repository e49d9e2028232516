import { visibleJsonString } from '../config/visible-text.js';

const INDENT = '  ';
const LONE_SURROGATE = /\p{Surrogate}/gu;

function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd');
}

function jsonString(text: string): string {
  return visibleJsonString(wellFormed(text));
}

function refuse(path: string, expected: string, got: string): TypeError {
  return new TypeError(`\`${path}\` cannot be written as JSON: expected ${expected}, got ${got}.`);
}

interface Position {
  readonly path: string;
  readonly indent: string;
  /** What is being written around this value, to notice a value that holds itself. */
  readonly around: ReadonlySet<object>;
}

function below(position: Position, value: object, key: string | number): Position {
  return {
    path: `${position.path}${typeof key === 'number' ? `[${key}]` : `.${key}`}`,
    indent: position.indent + INDENT,
    around: new Set(position.around).add(value),
  };
}

function block(brackets: string, parts: readonly string[], indent: string): string {
  if (parts.length === 0) return brackets;
  const lines = parts.map((part) => `${indent}${INDENT}${part}`);
  return `${brackets.charAt(0)}\n${lines.join(',\n')}\n${indent}${brackets.charAt(1)}`;
}

function arrayToJson(value: readonly unknown[], position: Position): string {
  const parts = Array.from(value, (element, index) => valueToJson(element, below(position, value, index)));
  return block('[]', parts, position.indent);
}

/** Without naming `Object.prototype`, of which every realm has its own. */
function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function objectToJson(value: object, position: Position, last: readonly string[]): string {
  if (!isPlain(value)) throw refuse(position.path, 'a plain object or a list', value.constructor.name);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  if (new Set(keys.map(wellFormed)).size < keys.length) {
    throw refuse(position.path, 'keys that stay apart', 'two that differ in a lone surrogate');
  }
  const sorted = keys.filter((key) => !last.includes(key)).sort();
  const parts = [...sorted, ...last.filter((key) => keys.includes(key))].map(
    (key) => `${jsonString(key)}: ${valueToJson(value[key], below(position, value, key))}`,
  );
  return block('{}', parts, position.indent);
}

function valueToJson(value: unknown, position: Position, last: readonly string[] = []): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return jsonString(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw refuse(position.path, 'a finite number', String(value));
    return JSON.stringify(value);
  }
  if (typeof value !== 'object') throw refuse(position.path, 'a JSON value', typeof value);
  if (position.around.has(value)) throw refuse(position.path, 'a tree', 'a value that holds itself');
  return Array.isArray(value) ? arrayToJson(value, position) : objectToJson(value, position, last);
}

/**
 * The one JSON text of a value, with a line feed at the end: keys sorted by UTF-16 code units, two spaces, numbers in
 * the shortest form that reads back the same, -0 as 0, lone surrogates as U+FFFD, characters that do not show escaped.
 * Fields that are `undefined` are left out.
 *
 * @param last - keys of the outermost object that stand at its end, in this order
 * @throws {TypeError} that names the path of what JSON cannot hold: NaN, an infinity, a function, a cycle
 */
export function stableJson(value: unknown, last: readonly string[] = []): string {
  return `${valueToJson(value, { path: '$', indent: '', around: new Set() }, last)}\n`;
}
