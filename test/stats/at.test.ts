import { describe, expect, it } from '@jest/globals';
import { at } from '../../src/stats/at.js';

describe('at()', () => {
  it('reads the element, a 0 too', () => {
    expect(at([7, 0], 1)).toBe(0);
  });

  it.each([-1, 2, 0.5])('throws at index %p of two', (index) => {
    expect(() => at([7, 0], index)).toThrow(new RangeError(`Expected an index in [0, 2), got ${index}.`));
  });
});
