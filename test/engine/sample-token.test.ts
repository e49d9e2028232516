import { describe, expect, it } from '@jest/globals';
import { sampleToken } from '../../src/engine/sample-token.js';
import { createRandom } from '../../src/random.js';

const LOGITS = Float32Array.from([0.1, 0.4, 0.3, 0.2], Math.log);

/** Share of each token in many draws. */
function shares(logits: Float32Array, temperature: number, topP: number): number[] {
  const random = createRandom(11);
  const counts = Array.from(logits, () => 0);
  for (let draw = 0; draw < 4000; draw++) {
    const token = sampleToken(logits, { temperature, topP }, random);
    counts[token] = (counts[token] ?? 0) + 1;
  }
  return counts.map((count) => count / 4000);
}

/** Four standard errors of a share of 4000 draws. */
const MARGIN = 4 * Math.sqrt(0.25 / 4000);

function expectShares(actual: readonly number[], expected: readonly number[]): void {
  for (const [token, share] of expected.entries()) {
    expect(Math.abs((actual[token] ?? Number.NaN) - share)).toBeLessThanOrEqual(share === 0 ? 0 : MARGIN);
  }
}

describe('sampleToken()', () => {
  it('draws with the probabilities of the softmax', () => {
    expectShares(shares(LOGITS, 1, 1), [0.1, 0.4, 0.3, 0.2]);
  });

  it('sharpens them at a low temperature', () => {
    expectShares(
      shares(LOGITS, 0.5, 1),
      [0.01, 0.16, 0.09, 0.04].map((weight) => weight / 0.3),
    );
  });

  it('keeps the smallest set of likely tokens that holds the asked mass', () => {
    expectShares(shares(LOGITS, 1, 0.65), [0, 4 / 7, 3 / 7, 0]);
    expectShares(shares(LOGITS, 1, 0.75), [0, 4 / 9, 3 / 9, 2 / 9]);
    expectShares(shares(LOGITS, 1, 0.01), [0, 1, 0, 0]);
  });

  it('takes the first of equals and draws nothing at temperature 0', () => {
    const random = createRandom(1);
    expect(sampleToken(Float32Array.of(1, 3, 3, 2), { temperature: 0, topP: 1 }, random)).toBe(1);
    expect(random.next()).toBe(createRandom(1).next());
  });

  it('never draws a token whose logit is -∞, and bears large logits', () => {
    expectShares(shares(Float32Array.of(-Infinity, 1e4, -Infinity, 1e4), 1, 1), [0, 0.5, 0, 0.5]);
  });

  it('refuses logits that are not numbers', () => {
    const logits = Float32Array.of(0, Number.NaN);
    expect(() => sampleToken(logits, { temperature: 0, topP: 1 }, createRandom(1))).toThrow(
      new RangeError('Expected logit 1 to be a number, got NaN.'),
    );
  });
});
