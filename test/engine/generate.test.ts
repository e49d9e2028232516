import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Completion, CompletionRequest } from '../../src/engine/completion.js';
import { DecodingSession } from '../../src/engine/decoding-session.js';
import { generate, stream, type Generator } from '../../src/engine/generate.js';
import { ScoringSession } from '../../src/engine/scoring-session.js';
import { createRandom } from '../../src/random.js';
import { TINY_CONFIG } from './random-checkpoint.js';
import { largestDifference, logitsCases, readCase } from './reference-checkpoints.js';
import { tinyTraining } from './tiny-training.js';

const THREADS = { threads: 1 };
const { weights } = tinyTraining(TINY_CONFIG);
let generator: Generator;

/** Token 3 is `d`: texts are as long as token lists. */
const decode = (ids: readonly number[]): string => ids.map((id) => 'abcdefghij'.charAt(id)).join('');

beforeAll(async () => {
  const session = await DecodingSession.create({ config: TINY_CONFIG, maxTokens: 32 }, THREADS);
  generator = { session, weights, decode };
});

afterAll(async () => {
  await generator.session.dispose();
});

function request(prompt: readonly number[], changes: Partial<CompletionRequest> = {}): CompletionRequest {
  const random = createRandom(prompt.length);
  return { prompt, maxTokens: 12, temperature: 0, topP: 1, random, stopTokens: [], ...changes };
}

function promptOf(length: number): number[] {
  return Array.from({ length }, (_, index) => (length + 3 * index * index) % TINY_CONFIG.vocabSize);
}

async function generateOne(one: CompletionRequest): Promise<Completion> {
  return (await generate(generator, [one]))[0] as Completion;
}

describe('DecodingSession', () => {
  it.each(
    logitsCases.map((reference) => [`${reference.base} ${reference.adapter ?? 'alone'}`, reference] as const),
  )('gives the logits of transformers, from the cache as without it: %s', async (_, reference) => {
    const { checkpoint, merged } = await readCase(reference);
    const session = await DecodingSession.create({ config: checkpoint.config, maxTokens: 64 }, THREADS);
    const { ids, logits } = reference.sequences[0] ?? { ids: [], logits: [] };
    let batch = await session.start(merged, [ids.slice(0, 1), ids.slice(0, 10)]);
    const differences: number[] = [];
    for (let step = 0; step < 14; step++) {
      for (const [line, end] of [step, step + 9].entries()) {
        differences.push(largestDifference(batch.logits[line] ?? [], logits[end] ?? []));
      }
      batch = await session.advance(batch, [ids[step + 1] ?? 0, ids[step + 10] ?? 0]);
    }
    await session.dispose();
    expect(Math.max(...differences)).toBeLessThan(3 * reference.float32MaxAbsError);
  });

  it('refuses prompts that are empty or too long', async () => {
    const { session } = generator;
    await expect(session.start(weights, [[1], []])).rejects.toThrow(
      new RangeError('Expected prompt 1 to have 1 to 32 tokens, got 0.'),
    );
    await expect(session.start(weights, [promptOf(33)])).rejects.toThrow(
      new RangeError('Expected prompt 0 to have 1 to 32 tokens, got 33.'),
    );
  });
});

describe('generate()', () => {
  it('is greedy at temperature 0: each token is the likeliest after all before it', async () => {
    const scoring = await ScoringSession.create({ config: TINY_CONFIG, maxTokens: 32 }, THREADS);
    const { tokens } = await generateOne(request(promptOf(6)));
    const prefixes = tokens.map((_, index) => [...promptOf(6), ...tokens.slice(0, index)]);
    const rows = await scoring.nextTokenLogprobs(weights, prefixes, [...Array(TINY_CONFIG.vocabSize).keys()]);
    await scoring.dispose();
    expect(tokens).toEqual(rows.map((row) => row.indexOf(Math.max(...row))));
  });

  it.each([0, 0.8])(
    'gives a reply that does not depend on its neighbours, at temperature %s',
    async (temperature) => {
      const requests = (): CompletionRequest[] =>
        Array.from({ length: 12 }, (_, index) =>
          request(promptOf(1 + ((index * 5) % 13)), {
            temperature,
            maxTokens: 4 + index,
            random: createRandom(index),
            stopTokens: [index % 10],
          }),
        );
      const together = await generate(generator, requests());
      const alone: Completion[] = [];
      for (const one of requests()) alone.push(await generateOne(one));
      const show = ({ tokens, finishReason }: Completion): string => `${tokens.join()} ${finishReason ?? ''}`;
      expect(together.map(show)).toEqual(alone.map(show));
      expect(new Set(together.map(({ finishReason }) => finishReason))).toEqual(new Set(['stop', 'length']));
    },
  );

  it('draws other replies from other seeds, and the same from the same', async () => {
    const draw = async (seed: number): Promise<string> =>
      (await generateOne(request(promptOf(3), { temperature: 2, random: createRandom(seed) }))).text;
    expect(await draw(1)).toBe(await draw(1));
    expect(await draw(2)).not.toBe(await draw(1));
  });

  it('ends before a stop token and before a stop text', async () => {
    const whole = await generateOne(request(promptOf(6)));
    expect([whole.tokens.length, whole.finishReason]).toEqual([12, 'length']);
    const stopToken = whole.tokens[4] ?? 0;
    const byToken = await generateOne(request(promptOf(6), { stopTokens: [stopToken] }));
    expect(byToken.finishReason).toBe('stop');
    expect(byToken.tokens).toEqual(whole.tokens.slice(0, whole.tokens.indexOf(stopToken)));
    const stopText = whole.text.slice(5, 7);
    const byText = await generateOne(request(promptOf(6), { stopTexts: ['', stopText] }));
    expect(byText.finishReason).toBe('stop');
    expect(byText.text).toBe(whole.text.slice(0, whole.text.indexOf(stopText)));
  });

  it('ends where the model has no more positions', async () => {
    const { tokens, finishReason } = await generateOne(request(promptOf(30)));
    expect([tokens.length, finishReason]).toEqual([3, 'length']);
  });

  it('generates nothing where nothing is asked', async () => {
    expect(await generate(generator, [])).toEqual([]);
  });

  it('refuses a request without room for a reply', async () => {
    await expect(generate(generator, [request(promptOf(33))])).rejects.toThrow(
      new RangeError(
        'Expected a prompt of at most 32 tokens and room for 1 more, got 33 and `maxTokens` 12.',
      ),
    );
    await expect(generate(generator, [request([1], { maxTokens: 0 })])).rejects.toThrow(
      new RangeError('Expected a prompt of at most 32 tokens and room for 1 more, got 1 and `maxTokens` 0.'),
    );
  });
});

describe('stream()', () => {
  it('gives the text of generate() in pieces', async () => {
    const whole = await generateOne(request(promptOf(6)));
    const stopTexts = [whole.text.slice(7, 10)];
    const expected = await generateOne(request(promptOf(6), { stopTexts }));
    const pieces: string[] = [];
    const steps = stream(generator, request(promptOf(6), { stopTexts }));
    let step = await steps.next();
    for (; step.done !== true; step = await steps.next()) pieces.push(step.value);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join('')).toBe(expected.text);
    expect(step.value.finishReason).toBe('stop');
  });
});
