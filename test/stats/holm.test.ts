import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holm } from '../../src/stats/holm.js';
import { reference, relativeError } from './reference.js';

const pValue = fc.integer({ min: 0, max: 1000 }).map((count) => count / 1000);

describe('holm()', () => {
  it.each(reference.holm)(
    'agrees with the closure of Bonferroni tests on $pValues',
    ({ pValues, adjusted }) => {
      const result = holm(pValues);
      for (const [index, expected] of adjusted.entries()) {
        expect(relativeError(result[index] ?? NaN, expected)).toBeLessThan(1e-12);
      }
      expect(result).toHaveLength(adjusted.length);
    },
  );

  it('never lowers a p, keeps their order, and stays within 1', () => {
    fc.assert(
      fc.property(fc.array(pValue, { maxLength: 8 }), (pValues) => {
        const pairs = holm(pValues).map((adjusted, index) => ({
          adjusted: adjusted ?? NaN,
          raw: pValues[index] ?? NaN,
        }));
        for (const { adjusted, raw } of pairs) {
          expect(adjusted).toBeGreaterThanOrEqual(raw);
          expect(adjusted).toBeLessThanOrEqual(1);
        }
        const sorted = pairs.toSorted((a, b) => a.raw - b.raw).map(({ adjusted }) => adjusted);
        expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
      }),
    );
  });

  it('follows a permutation of the tests', () => {
    fc.assert(
      fc.property(fc.array(fc.option(pValue), { maxLength: 8 }), (pValues) => {
        expect(holm(pValues.toReversed())).toEqual(holm(pValues).toReversed());
      }),
    );
  });

  it('passes null through without counting it', () => {
    expect(holm([null, 0.25, null, 0.125])).toEqual([null, 0.25, null, 0.25]);
    expect(holm([null])).toEqual([null]);
  });

  it('leaves one p as it is, and none as none', () => {
    expect(holm([0.3])).toEqual([0.3]);
    expect(holm([])).toEqual([]);
  });

  it.each([-0.1, 1.1, NaN])('throws on %p', (value) => {
    expect(() => holm([null, value])).toThrow(
      new RangeError(`Expected \`pValues\` to be in [0, 1], got ${value} at index 1.`),
    );
  });
});
