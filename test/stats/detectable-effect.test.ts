import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InsufficientDataError } from '../../src/errors.js';
import { minimumModels, smallestDetectableEffect } from '../../src/stats/detectable-effect.js';
import { reference, relativeError } from './reference.js';

describe('smallestDetectableEffect()', () => {
  it.each(reference.effects)(
    'agrees with SciPy for $suspect and $control models',
    ({ approximation, ...design }) => {
      expect(relativeError(smallestDetectableEffect(design) ?? NaN, approximation)).toBeLessThan(1e-9);
    },
  );

  it.each(reference.effects)(
    'lies within 6% of the exact power for $suspect and $control models, 2% from 3 and 3 at 0.05',
    ({ exact, ...design }) => {
      const isSmall = design.suspect + design.control < 6 || design.level < 0.05;
      const error = relativeError(smallestDetectableEffect(design) ?? NaN, exact);
      expect(error).toBeLessThan(isSmall ? 0.06 : 0.02);
    },
  );

  it('uses 5% and 80% unless told otherwise', () => {
    const design = { suspect: 5, control: 5, standardDeviation: 1 };
    expect(smallestDetectableEffect(design)).toBe(
      smallestDetectableEffect({ ...design, level: 0.05, power: 0.8 }),
    );
  });

  it('shrinks with more models, grows in proportion to the spread, and is the same for arms exchanged', () => {
    const size = fc.integer({ min: 2, max: 40 });
    fc.assert(
      fc.property(size, size, (suspect, control) => {
        const effect = (design: { suspect: number; control: number }, standardDeviation = 1): number =>
          smallestDetectableEffect({ ...design, standardDeviation }) ?? NaN;
        const value = effect({ suspect, control });
        expect(effect({ suspect: suspect + 1, control })).toBeLessThan(value);
        expect(effect({ suspect: control, control: suspect })).toBeCloseTo(value, 12);
        expect(effect({ suspect, control }, 3)).toBeCloseTo(3 * value, 10);
      }),
      { numRuns: 30 },
    );
  });

  it('is null without spread', () => {
    expect(smallestDetectableEffect({ suspect: 4, control: 4, standardDeviation: 0 })).toBeNull();
  });

  it('throws on fewer than 3 models', () => {
    expect(() => smallestDetectableEffect({ suspect: 1, control: 1, standardDeviation: 1 })).toThrow(
      new InsufficientDataError('smallestDetectableEffect', 3, 2),
    );
  });

  it.each([
    [{ suspect: 0 }, 'Expected `suspect` to be an integer of at least 1, got 0.'],
    [{ control: 2.5 }, 'Expected `control` to be an integer of at least 1, got 2.5.'],
    [{ standardDeviation: NaN }, 'Expected `standardDeviation` to be finite and at least 0, got NaN.'],
    [{ level: 5 }, 'Expected `level` to be a fraction in (0, 1), got 5.'],
    [{ power: 0.01 }, 'Expected `power` to be a fraction in (0.05, 1), got 0.01.'],
  ])('throws on %p', (change, message) => {
    const design = { suspect: 4, control: 4, standardDeviation: 1, ...change };
    expect(() => smallestDetectableEffect(design)).toThrow(new RangeError(message));
  });
});

describe('minimumModels()', () => {
  it('is 4 at 0.05 (2/70), 5 for three probes after Holm (2/252), and 2 where one pair is not enough (p = 1)', () => {
    expect([minimumModels(), minimumModels(0.05 / 3), minimumModels(0.999)]).toEqual([4, 5, 2]);
  });

  it('throws on a level that is none', () => {
    expect(() => minimumModels(0)).toThrow(
      new RangeError('Expected `level` to be a fraction in (0, 1), got 0.'),
    );
  });
});
