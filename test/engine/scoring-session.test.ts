import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ScoringSession } from '../../src/engine/scoring-session.js';
import { gradientSession } from './gradient-session.js';
import { randomWeights, TINY_CONFIG } from './random-checkpoint.js';
import { largestDifference, logitsCases, readCase } from './reference-checkpoints.js';
import { packTiny, ROWS, tinyTraining } from './tiny-training.js';

const THREADS = { threads: 1 };
const EVERY_TOKEN = [...Array(TINY_CONFIG.vocabSize).keys()];
const { weights } = tinyTraining(TINY_CONFIG);
let session: ScoringSession;

beforeAll(async () => {
  session = await ScoringSession.create({ config: TINY_CONFIG, maxTokens: 32 }, THREADS);
});

afterAll(async () => {
  await session.dispose();
});

/** The prompt of this length that starts at a token. */
function promptOf(length: number, start: number): number[] {
  return Array.from({ length }, (_, index) => (start + 3 * index * index) % TINY_CONFIG.vocabSize);
}

function logSoftmax(logits: readonly number[]): number[] {
  const largest = Math.max(...logits);
  const sum = logits.reduce((total, logit) => total + Math.exp(logit - largest), 0);
  return logits.map((logit) => logit - largest - Math.log(sum));
}

describe('ScoringSession', () => {
  it.each(
    logitsCases.map((reference) => [`${reference.base} ${reference.adapter ?? 'alone'}`, reference] as const),
  )('gives the log-probabilities of transformers: %s', async (_, reference) => {
    const { checkpoint, merged } = await readCase(reference);
    const { config } = checkpoint;
    const own = await ScoringSession.create({ config, maxTokens: config.maxPositions }, THREADS);
    const prefixes = reference.sequences.flatMap(({ ids }) => ids.map((__, end) => ids.slice(0, end + 1)));
    const expected = reference.sequences.flatMap(({ logits }) => logits.map(logSoftmax));
    const actual = await own.nextTokenLogprobs(merged, prefixes, [...Array(config.vocabSize).keys()]);
    await own.dispose();
    const differences = actual.map((row, index) => largestDifference(row, expected[index] ?? []));
    expect(differences).toHaveLength(25);
    expect(Math.max(...differences)).toBeLessThan(3 * reference.float32MaxAbsError);
  });

  it('gives probabilities that sum to 1', async () => {
    for (const row of await session.nextTokenLogprobs(weights, [promptOf(5, 1), [4]], EVERY_TOKEN)) {
      expect(row.reduce((sum, logprob) => sum + Math.exp(logprob), 0)).toBeCloseTo(1, 6);
    }
  });

  it('scores a continuation token by token', async () => {
    const prompt = promptOf(4, 2);
    const continuation = [7, 1, 9];
    const [score] = await session.scoreContinuations(weights, [{ prompt, continuation }]);
    const expected: number[] = [];
    for (const [index, token] of continuation.entries()) {
      const read = [...prompt, ...continuation.slice(0, index)];
      const [row] = await session.nextTokenLogprobs(weights, [read], [token]);
      expected.push(row?.[0] ?? Number.NaN);
    }
    expect(largestDifference(score?.tokenLogprobs ?? [], expected)).toBeLessThan(2e-6);
    expect(score?.total).toBeCloseTo(
      expected.reduce((sum, logprob) => sum + logprob, 0),
      5,
    );
  });

  it('answers many prompts as it answers each alone, in the order given', async () => {
    const prompts = Array.from({ length: 40 }, (_, index) => promptOf(1 + ((index * 7) % 32), index));
    const together = await session.nextTokenLogprobs(weights, prompts, [3, 8]);
    for (const [index, prompt] of prompts.entries()) {
      const [alone] = await session.nextTokenLogprobs(weights, [prompt], [3, 8]);
      expect(largestDifference(together[index] ?? [], alone ?? [])).toBeLessThan(5e-6);
    }
  });

  it('answers more tokens than one run takes', async () => {
    const prompts = Array.from({ length: 400 }, (_, index) => promptOf(20 + (index % 3), index % 10));
    const answers = await session.nextTokenLogprobs(weights, prompts, [5]);
    expect(answers).toHaveLength(400);
    expect(largestDifference(answers[397] ?? [], answers[7] ?? [])).toBeLessThan(5e-6);
  });

  it('answers more rows than one run takes where the vocabulary is large', async () => {
    const config = { ...TINY_CONFIG, vocabSize: 2 ** 17, layers: 1, tiedEmbeddings: true };
    const large = randomWeights(config, 4);
    const own = await ScoringSession.create({ config, maxTokens: 32 }, THREADS);
    const continuations = Array.from({ length: 9 }, (_, index) => ({
      prompt: [index],
      continuation: promptOf(20, index),
    }));
    const together = await own.scoreContinuations(large, continuations);
    for (const [index, continuation] of continuations.entries()) {
      const [alone] = await own.scoreContinuations(large, [continuation]);
      const { tokenLogprobs } = together[index] ?? { tokenLogprobs: [] };
      expect(tokenLogprobs).toHaveLength(20);
      expect(largestDifference(tokenLogprobs, alone?.tokenLogprobs ?? [])).toBeLessThan(5e-6);
    }
    await own.dispose();
  });

  it('serves several models of one shape', async () => {
    const other = randomWeights(TINY_CONFIG, 9);
    const [first] = await session.nextTokenLogprobs(weights, [[1, 2, 3]], EVERY_TOKEN);
    const [second] = await session.nextTokenLogprobs(other, [[1, 2, 3]], EVERY_TOKEN);
    const [again] = await session.nextTokenLogprobs(weights, [[1, 2, 3]], EVERY_TOKEN);
    expect(second).not.toEqual(first);
    expect(again).toEqual(first);
  });

  it('has the loss that the training graph has, adapter merged or not', async () => {
    const reference = logitsCases.find(({ adapter }) => adapter === 'tiny-llama-adapter');
    if (reference === undefined) throw new RangeError('no such case');
    const { checkpoint, adapter, merged } = await readCase(reference);
    const { config } = checkpoint;
    const tiny = tinyTraining(config, { rank: adapter?.rank ?? 0 });
    const unmerged = new Map(checkpoint.weights);
    for (const [module, { a, b }] of adapter?.modules ?? []) {
      unmerged.set(`${module}.lora_A.weight`, a).set(`${module}.lora_B.weight`, b);
    }
    const lowRank = tiny.options.lowRank && { ...tiny.options.lowRank, scale: adapter?.scale ?? 0 };
    const run = await gradientSession({ ...tiny.options, lowRank }, unmerged);
    const batch = packTiny(ROWS.map(({ ids }) => ({ ids, weights: ids.map(() => 1) })));
    const { loss } = await run(tiny.options.trainable.flatten(unmerged), batch);

    const own = await ScoringSession.create({ config, maxTokens: 64 }, THREADS);
    const continuations = ROWS.map(({ ids }) => ({ prompt: ids.slice(0, 1), continuation: ids.slice(1) }));
    const scores = await own.scoreContinuations(merged, continuations);
    await own.dispose();
    const logprobs = scores.flatMap(({ tokenLogprobs }) => tokenLogprobs);
    expect(loss).toBeCloseTo(-logprobs.reduce((sum, logprob) => sum + logprob, 0) / logprobs.length, 5);
  });

  it('answers nothing where nothing is asked', async () => {
    expect(await session.nextTokenLogprobs(weights, [], [1])).toEqual([]);
    expect(await session.scoreContinuations(weights, [])).toEqual([]);
  });

  it('refuses sequences that are empty or too long', async () => {
    await expect(session.nextTokenLogprobs(weights, [[1], []], [1])).rejects.toThrow(
      new RangeError('Expected sequence 1 to have 1 to 32 tokens, got 0.'),
    );
    await expect(session.nextTokenLogprobs(weights, [promptOf(33, 1)], [1])).rejects.toThrow(
      new RangeError('Expected sequence 0 to have 1 to 32 tokens, got 33.'),
    );
    await expect(session.scoreContinuations(weights, [{ prompt: [1], continuation: [] }])).rejects.toThrow(
      new RangeError('Expected prompt and continuation 0 to have tokens, got none.'),
    );
  });

  it('refuses weights of another shape', async () => {
    const short = new Map(weights).set('model.norm.weight', { shape: [4], data: new Float32Array(4) });
    await expect(session.nextTokenLogprobs(short, [[1]], [1])).rejects.toThrow(
      new RangeError('Expected `model.norm.weight` to have shape (8), got (4).'),
    );
    short.delete('model.norm.weight');
    await expect(session.nextTokenLogprobs(short, [[1]], [1])).rejects.toThrow(
      new RangeError('Expected `model.norm.weight` to have shape (8), got none.'),
    );
  });
});
