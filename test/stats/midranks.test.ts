import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { midranks } from '../../src/stats/midranks.js';

describe('midranks()', () => {
  it('gives ties the mean of their ranks, in the order of the values', () => {
    expect(midranks([0.3, 0.1, 0.3, 0.9, 0.3])).toEqual([3, 1, 3, 5, 3]);
    expect(midranks([2, 1, 1])).toEqual([3, 1.5, 1.5]);
    expect(midranks([])).toEqual([]);
  });

  it('is 1 + #smaller + (#equal - 1) / 2 for every value', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 }), (values) => {
        const counted = values.map((value) => {
          const smaller = values.filter((other) => other < value).length;
          return 1 + smaller + (values.filter((other) => other === value).length - 1) / 2;
        });
        expect(midranks(values)).toEqual(counted);
      }),
    );
  });
});
