import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** One seeded stream of chance. There is no global one: whoever needs chance is handed a `Random`. */
export interface Random {
  /** Uniform in [0, 1), 32 bits of resolution. */
  next(): number;
  /** Uniform integer in [0, bound). */
  integer(bound: number): number;
  /** Standard normal. */
  normal(): number;
  /** One element, uniformly. @throws {RangeError} if there is none */
  pick<T>(values: readonly T[]): T;
  /** A new array with the same elements in random order (Fisher-Yates). */
  shuffle<T>(values: readonly T[]): T[];
  /** An independent stream, named so that adding a consumer does not shift the draws of another. */
  fork(name: string): Random;
}

/** FNV-1a over UTF-16 code units: turns a name into 32 bits. */
function hashName(name: string, start: number): number {
  let hash = start >>> 0;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}

/** SplitMix32 finaliser, so that neighbouring seeds give unrelated streams. */
function mix(value: number): number {
  let z = (value + 0x9e3779b9) | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) | 0;
}

/**
 * A stream from a seed; the same seed gives the same stream on every machine.
 *
 * @param seed - uint32; larger integers are folded
 * @throws {RangeError} if the seed is not a non-negative safe integer
 *
 * Source: xoroshiro128+ of the package pure-rand.
 */
export function createRandom(seed: number): Random {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`Expected \`seed\` to be an integer in [0, 2^53), got \`${seed}\`.`);
  }
  const folded = (seed ^ Math.floor(seed / 0x100000000)) >>> 0;
  const generator = xoroshiro128plus(mix(folded));
  const next = (): number => (generator.next() >>> 0) / 0x100000000;
  const integer = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    integer,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick: <T>(values: readonly T[]): T => {
      if (values.length === 0) throw new RangeError('Expected at least one value to pick from, got none.');
      return values[integer(values.length)] as T;
    },
    shuffle: <T>(values: readonly T[]): T[] => {
      const result = [...values];
      for (let index = result.length - 1; index > 0; index--) {
        const other = integer(index + 1);
        [result[index], result[other]] = [result[other] as T, result[index] as T];
      }
      return result;
    },
    fork: (name) => createRandom(hashName(name, mix(folded ^ 0x811c9dc5))),
  };
}
