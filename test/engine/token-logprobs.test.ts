import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tokenLogprobs } from '../../src/engine/token-logprobs.js';

describe('tokenLogprobs()', () => {
  it('is ln softmax of the logits', () => {
    const logits = Float32Array.from([0.25, 0.5, 0.125, 0.125], Math.log);
    const { token, logprob, top } = tokenLogprobs(logits, 2, 3);
    expect(token).toBe(2);
    expect(Math.exp(logprob)).toBeCloseTo(0.125, 6);
    expect(top.map((entry) => entry.token)).toEqual([1, 0, 2]);
    expect(top.map((entry) => Math.exp(entry.logprob))).toEqual(
      [0.5, 0.25, 0.125].map((probability) => expect.closeTo(probability, 6) as unknown),
    );
  });

  it('lists the same tokens as sorting does, ties by id, and probabilities that sum to 1', () => {
    const values = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 50 }), (integers, count) => {
        const logits = Float32Array.from(integers);
        const sorted = [...logits.keys()].toSorted((a, b) => (logits[b] ?? 0) - (logits[a] ?? 0));
        const { top } = tokenLogprobs(logits, 0, count);
        expect(top.map(({ token }) => token)).toEqual(sorted.slice(0, count));
        if (count < integers.length) return;
        expect(top.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  it('holds for logits that are far from 0', () => {
    expect(tokenLogprobs(Float32Array.of(3000, 2000), 0, 1).logprob).toBe(0);
    expect(tokenLogprobs(Float32Array.of(-3000, -2000), 0, 1).logprob).toBe(-1000);
  });
});
