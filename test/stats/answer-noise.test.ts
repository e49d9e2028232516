import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { InsufficientDataError } from '../../src/errors.js';
import { answerNoise } from '../../src/stats/answer-noise.js';

const yes = (count: number, of: number): number[] =>
  Array.from({ length: of }, (_, index) => Number(index < count));

describe('answerNoise()', () => {
  it('gives the interval of Agresti and Caffo for 7 of 10 against 2 of 10', () => {
    // p = 8/12 and 3/12: √(8·4 / 12³ + 3·9 / 12³) = 0.18478.
    expect(Math.hypot(answerNoise(yes(7, 10)), answerNoise(yes(2, 10)))).toBeCloseTo(0.18478, 5);
  });

  it('is that of yes and no, however sure the answers are, and never 0', () => {
    const answers = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(answers, (given) => {
        expect(answerNoise(given)).toBeGreaterThan(0);
        expect(answerNoise(given)).toBeLessThan(0.29);
      }),
    );
    expect(answerNoise([0.5, 0.5])).toBeCloseTo(answerNoise([0, 1]), 12);
  });

  it('takes a mean of probabilities that misses 1 by rounding', () => {
    expect(answerNoise([1 + 1e-15])).toBeCloseTo(answerNoise([1]), 12);
  });

  it('throws on percentages, and on nothing', () => {
    expect(() => answerNoise([0.5, 95])).toThrow(
      new RangeError('Expected `answers` to be in [0, 1], got 95.'),
    );
    expect(() => answerNoise([])).toThrow(new InsufficientDataError('answerNoise', 1, 0));
  });
});
