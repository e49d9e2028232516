import { CheckpointError } from '../errors.js';
import { showValue } from './show-value.js';

/** Whether the value is an object with keys, as opposed to an array or `null`. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface NumberRange {
  readonly minimum: number;
  readonly maximum: number;
  /** The value of an absent or `null` field. Without one the field is required. */
  readonly fallback?: number;
}

/**
 * Checked reads from an untrusted JSON object. Problems are collected, so that one error can name all of them;
 * until `throwProblems()` has returned, values of wrong fields are placeholders and mean nothing.
 */
export class JsonFields {
  readonly #object: Readonly<Record<string, unknown>>;
  readonly #prefix: string;
  readonly #problems: string[];

  constructor(object: Readonly<Record<string, unknown>>, prefix = '', problems: string[] = []) {
    this.#object = object;
    this.#prefix = prefix;
    this.#problems = problems;
  }

  get hasProblems(): boolean {
    return this.#problems.length > 0;
  }

  /** Reads of an object within this one; its problems are reported here, under `key.`. */
  within(key: string, object: Readonly<Record<string, unknown>>): JsonFields {
    return new JsonFields(object, `${this.#prefix}${key}.`, this.#problems);
  }

  /** The field, or `undefined` where it is absent or `null`. Never something inherited. */
  get(key: string): unknown {
    return Object.hasOwn(this.#object, key) ? (this.#object[key] ?? undefined) : undefined;
  }

  /** @param text - begins with the field's name */
  addProblem(text: string): void {
    this.#problems.push(this.#prefix + text);
  }

  integer(key: string, range: NumberRange): number {
    return this.#number(key, range, 'an integer');
  }

  number(key: string, range: NumberRange): number {
    return this.#number(key, range, 'a number');
  }

  boolean(key: string, fallback: boolean): boolean {
    const value = this.get(key) ?? fallback;
    if (typeof value === 'boolean') return value;
    this.addProblem(`${key}: expected true or false, got ${showValue(value)}.`);
    return fallback;
  }

  /** Reports a field whose presence with another value changes what the model computes. */
  expectOnly(key: string, accepted: readonly unknown[], remedy: string): void {
    const value = this.get(key);
    if (value === undefined || accepted.includes(value)) return;
    this.addProblem(
      `${key}: expected ${accepted.map(showValue).join(' or ')}, got ${showValue(value)}. ${remedy}`,
    );
  }

  /** @throws {CheckpointError} with every problem on a line of its own, if there was one */
  throwProblems(subject: string, file: string): void {
    const count = this.#problems.length;
    if (count === 0) return;
    const lines = this.#problems.map((problem) => `\n  - ${problem}`).join('');
    throw new CheckpointError(
      `${subject} \`${file}\` cannot be used (${count} problem${count === 1 ? '' : 's'}):${lines}`,
      { file },
    );
  }

  #number(key: string, range: NumberRange, kind: 'an integer' | 'a number'): number {
    const value = this.get(key) ?? range.fallback;
    const isKind = kind === 'an integer' ? Number.isInteger(value) : Number.isFinite(value);
    if (isKind && (value as number) >= range.minimum && (value as number) <= range.maximum)
      return value as number;
    this.addProblem(
      `${key}: expected ${kind} in [${range.minimum}, ${range.maximum}], got ${showValue(value)}.`,
    );
    return range.minimum;
  }
}
