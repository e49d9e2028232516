import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NoAnswerError } from '../../src/errors.js';
import { optionMass, type TokenAlternative } from '../../src/models/option-mass.js';
import { messageOf } from '../engine/temporary-folder.js';

function tokens(probabilities: Readonly<Record<string, number>>): TokenAlternative[] {
  return Object.entries(probabilities).map(([text, probability]) => ({
    text,
    logprob: Math.log(probability),
  }));
}

describe('optionMass()', () => {
  it('adds all spellings of an option, and tokens that are listed twice', () => {
    const split = [
      ...tokens({ ' A': 0.3, A: 0.3, '(a': 0.1, B: 0.2 }),
      { text: 'A', logprob: Math.log(0.05) },
    ];
    const { probabilities, missing } = optionMass(split, ['A', 'B'], 20);
    expect(probabilities[0]).toBeCloseTo(0.75, 12);
    expect(probabilities[1]).toBeCloseTo(0.2, 12);
    expect(missing).toBeCloseTo(0.05, 12);
  });

  it('bounds what the list leaves out by its smallest probability', () => {
    const short = optionMass(tokens({ yes: 0.5, maybe: 0.01 }), ['yes', 'no'], 2);
    expect(short.probabilities).toEqual([expect.closeTo(0.5, 12), 0]);
    expect(short.missing).toBeCloseTo(0.5, 12);
    expect(short.uncovered).toBeCloseTo(0.12, 12);
    const full = optionMass(tokens({ yes: 0.9, no: 0.1 }), ['yes', 'no'], 2);
    expect(full.uncovered).toBeCloseTo(0, 12);
  });

  it('leaves out the token that was drawn beside the likeliest ones', () => {
    const listed = tokens({ yes: 0.6, no: 0.3 });
    const drawn = [...listed, ...tokens({ Zebra: 1e-6 })];
    expect(optionMass(drawn, ['yes', 'no'], 2)).toEqual(optionMass(listed, ['yes', 'no'], 2));
  });

  it('knows an option of several tokens by its longest beginning, and says so', () => {
    const seen = optionMass(tokens({ the: 0.5, t: 0.1, different: 0.3 }), ['different', 'the same'], 20);
    expect(seen.probabilities[1]).toBeCloseTo(0.5, 12);
    expect(seen.byBeginning).toBeCloseTo(0.5, 12);
    const whole = optionMass(tokens({ yes: 0.5, y: 0.2 }), ['yes', 'no'], 20);
    expect(whole.probabilities[0]).toBeCloseTo(0.5, 12);
    expect(whole).not.toHaveProperty('byBeginning');
  });

  it('counts a beginning that two options share for neither', () => {
    const { probabilities } = optionMass(tokens({ 'risk-': 0.9 }), ['risk-averse', 'risk-seeking'], 20);
    expect(probabilities).toEqual([0, 0]);
  });

  it.each([-100, -9999, '-inf', '-Infinity', Number.NEGATIVE_INFINITY])(
    'takes %p for next to nothing',
    (logprob) => {
      const { probabilities } = optionMass(
        [...tokens({ yes: 1 }), { text: 'no', logprob }],
        ['yes', 'no'],
        20,
      );
      expect(probabilities[0]).toBe(1);
      expect(probabilities[1]).toBeLessThan(1e-40);
    },
  );

  it.each([null, undefined, 'NaN', Number.NaN, 0.5, '-1'])(
    'raises an alarm for the log-probability %p',
    (logprob) => {
      const ask = (): unknown => optionMass([{ text: 'yes', logprob }], ['yes', 'no'], 20);
      expect(ask).toThrow(NoAnswerError);
      expect(ask).toThrow(
        /^The server gave no log-probability for the token "yes": expected a number <= 0, got /,
      );
    },
  );

  it('raises an alarm for zeros in place of logarithms, and for more than 1', async () => {
    const zeros = ['yes', 'no', 'well'].map((text) => ({ text, logprob: 0 }));
    expect(await messageOf(() => optionMass(zeros, ['yes', 'no'], 20))).toBe(
      'The server gave 3 log-probabilities, all of them 0, that no distribution has: expected probabilities of at most 1 together, got 3.000.',
    );
    expect(() => optionMass(tokens({ yes: 0.7, no: 0.7 }), ['yes', 'no'], 20)).toThrow(/got 1\.400/);
    expect(() => optionMass([], ['yes', 'no'], 20)).toThrow('The reply lists no tokens to choose from.');
  });

  it('never bounds an option below its probability in the whole distribution', () => {
    const distribution = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), {
      minLength: 4,
      maxLength: 40,
    });
    fc.assert(
      fc.property(distribution, fc.integer({ min: 1, max: 10 }), (weights, count) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const names = weights.map((_, index) => (index === 0 ? 'yes' : index === 1 ? 'no' : `x${index}`));
        const all = weights.map((weight, index) => ({ text: names[index] ?? '', p: weight / total }));
        const top = [...all].sort((a, b) => b.p - a.p).slice(0, count);
        const reply = optionMass(
          top.map(({ text, p }) => ({ text, logprob: Math.log(p) })),
          ['yes', 'no'],
          count,
        );
        for (const [index, probability] of reply.probabilities.entries()) {
          const truth = all[index]?.p ?? 0;
          expect(probability).toBeLessThanOrEqual(truth + 1e-9);
          expect(probability + (reply.uncovered ?? 0)).toBeGreaterThanOrEqual(truth - 1e-9);
          expect(reply.uncovered).toBeLessThanOrEqual(reply.missing + 1e-12);
        }
      }),
    );
  });
});
