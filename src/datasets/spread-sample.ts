import type { Random } from '../random.js';

/**
 * `count` of the values, spread over their groups so that each group's share is within one of proportional.
 *
 * Systematic sampling: values in random order, sorted by group, taken at equal steps from a random start.
 *
 * @throws {RangeError} if `count` is not an integer in [0, values.length]
 *
 * Source: Madow & Madow 1944, systematic sampling with a random start.
 */
export function spreadSample<T>(
  values: readonly T[],
  count: number,
  { groupOf, random }: { groupOf: (value: T) => string; random: Random },
): T[] {
  if (!Number.isInteger(count) || count < 0 || count > values.length) {
    throw new RangeError(`Expected \`count\` to be an integer in [0, ${values.length}], got ${count}.`);
  }
  const sorted = random
    .shuffle(values)
    .map((value) => ({ value, group: groupOf(value) }))
    .sort((a, b) => (a.group < b.group ? -1 : a.group > b.group ? 1 : 0));
  const step = values.length / count;
  const start = random.next();
  const taken = new Set(Array.from({ length: count }, (_, index) => Math.floor((index + start) * step)));
  return sorted.filter((_, index) => taken.has(index)).map(({ value }) => value);
}
