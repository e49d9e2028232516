import { describeValue } from '../config/describe-value.js';
import { nearestName } from '../config/nearest-name.js';
import { ConfigError } from '../errors.js';

const INTEGER = /^\d{1,16}$/;
const DECIMAL = /^(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** The words of an option or a positional that may be given several times; none where it is not given. */
export function readTexts(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.map(String);
}

/** The option's text, or `undefined` where it is not given. @throws {ConfigError} if it is given twice */
export function readText(option: string, value: unknown): string | undefined {
  const texts = readTexts(value);
  if (texts.length <= 1) return texts[0];
  const got = texts.map((text) => describeValue(text)).join(' and ');
  throw new ConfigError(
    `Option \`${option}\` is given ${texts.length} times: expected one value, got ${got}.`,
  );
}

/** The text of an option that has to be given. @throws {ConfigError} if it is not given, or twice */
export function requireText(option: string, value: unknown): string {
  const text = readText(option, value);
  if (text !== undefined && text !== '') return text;
  throw new ConfigError(`Option \`${option}\` is empty: expected a value, got nothing.`);
}

/**
 * The option's value as an integer, or `undefined` where it is not given.
 *
 * @throws {ConfigError} if it is not written as one, or smaller than `minimum`, or beyond 2^53
 */
export function readInteger(option: string, value: unknown, minimum: number): number | undefined {
  const text = readText(option, value);
  if (text === undefined) return undefined;
  const number = INTEGER.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= minimum) return number;
  throw new ConfigError(
    `Option \`${option}\` is no such number: expected an integer in [${minimum}, 2^53), got ${describeValue(text)}.`,
  );
}

/** A session with many more threads than cores spends its time on starting them, and cannot be interrupted meanwhile. */
const MOST_THREADS = 64;

/** The option's value as a number of threads, or `undefined`. @throws {ConfigError} if it is none, or absurd */
export function readThreads(option: string, value: unknown): number | undefined {
  const threads = readInteger(option, value, 1);
  if (threads === undefined || threads <= MOST_THREADS) return threads;
  throw new ConfigError(
    `Option \`${option}\` is out of range: expected an integer in [1, ${MOST_THREADS}], got ${threads}. Name at most the number of cores.`,
  );
}

const LARGEST_PORT = 65_535;

/** The option's value as a port, or `undefined`; 0 is a free one. @throws {ConfigError} if it is none */
export function readPort(option: string, value: unknown): number | undefined {
  const port = readInteger(option, value, 0);
  if (port === undefined || port <= LARGEST_PORT) return port;
  throw new ConfigError(
    `Option \`${option}\` is out of range: expected an integer in [0, ${LARGEST_PORT}], got ${port}.`,
  );
}

/** The option's value as a number > 0, or `undefined` where it is not given. @throws {ConfigError} if it is none */
export function readPositive(option: string, value: unknown): number | undefined {
  const text = readText(option, value);
  if (text === undefined) return undefined;
  const number = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (number > 0 && Number.isFinite(number)) return number;
  throw new ConfigError(
    `Option \`${option}\` is no such number: expected one > 0, as 0.001 or 1e-3, got ${describeValue(text)}.`,
  );
}

/** The option's value as a number >= 0, or `undefined` where it is not given. @throws {ConfigError} if it is none */
export function readAmount(option: string, value: unknown): number | undefined {
  const text = readText(option, value);
  if (text === undefined) return undefined;
  const number = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(number)) return number;
  throw new ConfigError(
    `Option \`${option}\` is no such number: expected one >= 0, as 2.5, got ${describeValue(text)}.`,
  );
}

/**
 * The option's value as one of the known words, or `undefined` where it is not given.
 *
 * @throws {ConfigError} if it is another one
 */
export function readWord<T extends string>(
  option: string,
  value: unknown,
  known: readonly T[],
): T | undefined {
  const text = readText(option, value);
  const word = known.find((candidate) => candidate === text);
  if (text === undefined || word !== undefined) return word;
  const nearest = nearestName(text, known);
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
  const names = known.map((name) => `\`${name}\``).join(', ');
  throw new ConfigError(
    `Option \`${option}\` is no such word: expected ${names}, got ${describeValue(text)}.${hint}`,
  );
}

/** The same for an option that has to be given. @throws {ConfigError} if it is another word, or not given */
export function requireWord<T extends string>(option: string, value: unknown, known: readonly T[]): T {
  const word = readWord(option, value, known);
  if (word !== undefined) return word;
  throw new ConfigError(`Option \`${option}\` is empty: expected ${known.join(' or ')}, got nothing.`);
}
