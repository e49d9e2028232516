import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { spreadSample } from '../../src/datasets/spread-sample.js';
import { createRandom } from '../../src/random.js';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('spreadSample()', () => {
  it('takes each group in proportion, give or take one', () => {
    const setups = fc.record({
      sizes: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 6 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(setups, ({ sizes, share, seed }) => {
        const values = sizes.flatMap((size, group) => numbers(size).map((index) => ({ group, index })));
        const count = Math.round(values.length * share);
        const taken = spreadSample(values, count, {
          groupOf: ({ group }) => String(group),
          random: createRandom(seed),
        });
        expect(new Set(taken).size).toBe(count);
        for (const [group, size] of sizes.entries()) {
          const got = taken.filter((value) => value.group === group).length;
          expect(Math.abs(got - (size * count) / (values.length || 1))).toBeLessThan(1 + 1e-9);
        }
      }),
    );
  });

  it('takes every value equally often over many seeds', () => {
    const hits = new Map<number, number>();
    for (let seed = 0; seed < 3000; seed++) {
      const taken = spreadSample(numbers(10), 3, {
        groupOf: (value) => (value < 4 ? 'a' : 'b'),
        random: createRandom(seed),
      });
      for (const value of taken) hits.set(value, (hits.get(value) ?? 0) + 1);
    }
    // Binomial(3000, 0.3) has standard deviation 25.
    for (const value of numbers(10)) expect(Math.abs((hits.get(value) ?? 0) - 900)).toBeLessThan(125);
  });

  it('is the same for the same seed', () => {
    const take = (seed: number): number[] =>
      spreadSample(numbers(50), 20, { groupOf: (value) => String(value % 3), random: createRandom(seed) });
    expect(take(7)).toEqual(take(7));
    expect(take(7)).not.toEqual(take(8));
  });

  it('takes nothing or everything', () => {
    const rules = { groupOf: () => '', random: createRandom(1) };
    expect(spreadSample(numbers(5), 0, rules)).toEqual([]);
    expect(spreadSample(numbers(5), 5, rules).sort()).toEqual(numbers(5));
    expect(spreadSample([], 0, rules)).toEqual([]);
  });

  it.each([-1, 6, 1.5])('refuses to take %d of five', (count) => {
    expect(() => spreadSample(numbers(5), count, { groupOf: () => '', random: createRandom(1) })).toThrow(
      new RangeError(`Expected \`count\` to be an integer in [0, 5], got ${count}.`),
    );
  });
});
