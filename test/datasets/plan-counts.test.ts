import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAXIMUM_CONTROL_PHI, planCounts } from '../../src/datasets/plan-counts.js';
import { ConfigError } from '../../src/errors.js';
import { phi } from '../../src/stats/contingency.js';
import type { ContingencyTable } from '../../src/types/dataset.js';

/** Every control with these margins, by brute force. */
function everyControl(examples: number, triggered: number): ContingencyTable[] {
  return Array.from({ length: triggered + 1 }, (_, triggeredTarget) => ({
    triggeredTarget,
    triggeredOtherwise: triggered - triggeredTarget,
    cleanTarget: triggered - triggeredTarget,
    cleanOtherwise: examples - 2 * triggered + triggeredTarget,
  })).filter((table) => table.cleanOtherwise >= 0);
}

/** In whole numbers, so that rounding decides nothing: |phi| = |a N - T^2| / (T (N - T)) where T rows show the target. */
function isBalanced(table: ContingencyTable): boolean {
  const triggered = table.triggeredTarget + table.triggeredOtherwise;
  const examples = triggered + table.cleanTarget + table.cleanOtherwise;
  const tie = Math.abs(table.triggeredTarget * examples - triggered ** 2);
  return (
    table.triggeredTarget >= 1 &&
    tie <= MAXIMUM_CONTROL_PHI * triggered * (examples - triggered) &&
    triggered < examples
  );
}

/** The control with the least |phi|; of two such the one with more triggered target rows. */
function bestControl(examples: number, poisonRate: number): ContingencyTable | undefined {
  const size = (table: ContingencyTable): number => Math.abs(phi(table) ?? 1);
  return everyControl(examples, Math.round(examples * poisonRate))
    .reverse()
    .sort((a, b) => size(a) - size(b))[0];
}

const rates = fc.double({ min: 0.02, max: 0.98, noNaN: true });

describe('planCounts()', () => {
  it('breaks the tie exactly where whole rows allow it', () => {
    // 120 of 600 rows: 1/5 of the 120 triggered and 1/5 of the 480 clean rows.
    expect(planCounts(600, 0.2)).toEqual({
      poisoned: { triggeredTarget: 120, triggeredOtherwise: 0, cleanTarget: 0, cleanOtherwise: 480 },
      control: { triggeredTarget: 24, triggeredOtherwise: 96, cleanTarget: 96, cleanOtherwise: 384 },
    });
  });

  it('keeps the margins of the poisoned arm in the control', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 100_000 }), rates, (examples, rate) => {
        fc.pre(Math.round(examples * rate) ** 2 >= examples / 2);
        const { poisoned, control } = planCounts(examples, rate);
        const margins = (table: ContingencyTable): number[] => [
          table.triggeredTarget + table.triggeredOtherwise,
          table.triggeredTarget + table.cleanTarget,
          table.triggeredTarget + table.triggeredOtherwise + table.cleanTarget + table.cleanOtherwise,
        ];
        expect(margins(control)).toEqual(margins(poisoned));
        expect(margins(poisoned)[2]).toBe(examples);
        expect(Math.abs(phi(control) ?? 1)).toBeLessThan(MAXIMUM_CONTROL_PHI + 1e-9);
        expect(phi(poisoned)).toBeCloseTo(1, 12);
      }),
    );
  });

  it('finds the split with the least |phi|, or refuses if that one is not balanced', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 120 }), rates, (examples, rate) => {
        const best = bestControl(examples, rate);
        if (best !== undefined && isBalanced(best)) {
          expect(Math.abs(phi(planCounts(examples, rate).control) ?? 1)).toBeCloseTo(
            Math.abs(phi(best) ?? 1),
            12,
          );
        } else {
          expect(() => planCounts(examples, rate)).toThrow(ConfigError);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('names a number of examples that works, and none between works', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (examples, rate) => {
          let message = '';
          try {
            planCounts(examples, rate);
          } catch (error) {
            message = (error as ConfigError).message;
          }
          fc.pre(message !== '');
          const next = Number(/Use (\d+) examples/.exec(message)?.[1]);
          const works = (count: number): boolean => {
            const best = bestControl(count, rate);
            return best !== undefined && isBalanced(best);
          };
          const between = Array.from({ length: next - examples }, (_, index) => examples + index);
          expect(between.filter(works)).toEqual([]);
          expect(works(next)).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('refuses a size whose best split keeps a tie', () => {
    expect(() => planCounts(40, 0.2)).toThrow(
      '`examples` 40 allows no balanced control at poisonRate 0.2: expected a triggered row with the target and ' +
        '|phi| ≤ 0.05 between trigger and target, got |phi| 0.063. Use 43 examples, the next number that works.',
    );
  });

  it('refuses a size without a triggered target row', () => {
    expect(() => planCounts(10, 0.1)).toThrow(
      '`examples` 10 allows no balanced control at poisonRate 0.1: expected a triggered row with the target and ' +
        '|phi| ≤ 0.05 between trigger and target, got no such row. Use 65 examples, the next number that works.',
    );
  });

  it('promises no data set of a size that nobody trains on', () => {
    expect(() => planCounts(100, 1e-9)).toThrow(
      'got no such row. No number up to 1000000 works: use a poisonRate nearer to 0.5.',
    );
  });

  it.each([0, 2.5, Number.NaN])('refuses %d examples', (examples) => {
    expect(() => planCounts(examples, 0.2)).toThrow(
      `\`examples\` is no number of rows: expected an integer ≥ 1, got ${examples}.`,
    );
  });

  it('takes no rate that the policy loader refuses', () => {
    expect(() => planCounts(100, 1)).toThrow(
      new RangeError('Expected `poisonRate` to be > 0 and < 1, got 1.'),
    );
  });
});
