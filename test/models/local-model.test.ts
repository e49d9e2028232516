import { afterAll, describe, expect, it, jest } from '@jest/globals';
import type { ReplyPiece } from '../../src/engine/cut-reply.js';
import { InferenceSessions } from '../../src/engine/inference-sessions.js';
import { TextTokenizer } from '../../src/engine/tokenizer.js';
import { createLocalModel, type LocalModel } from '../../src/models/local-model.js';
import type { ChatMessage } from '../../src/types/chat.js';
import type { ChatRequest } from '../../src/types/language-model.js';
import { largestDifference } from '../engine/reference-checkpoints.js';
import { tinyTokenizerFiles, TURN_TEMPLATE } from '../engine/tiny-tokenizer.js';
import { tinyModel } from './tiny-model.js';

const sessions = new InferenceSessions({ threads: 1 });
const parts = tinyModel();
const { config, weights, tokenizer } = parts;
const MAX_TOKENS = 64;

afterAll(async () => {
  await sessions.dispose();
});

function createModel(): LocalModel {
  return createLocalModel(parts, { sessions, maxTokens: MAX_TOKENS });
}

function ask(content: string): ChatMessage[] {
  return [{ role: 'user', content }];
}

function chatRequest(content: string, changes: Partial<ChatRequest> = {}): ChatRequest {
  return { messages: ask(content), maxTokens: 8, temperature: 0, topP: 1, seed: 1, ...changes };
}

describe('choices()', () => {
  it('gives the product of the probabilities of an option’s tokens after the generation prompt', async () => {
    const { probabilities } = await createModel().choices({
      messages: ask('hi'),
      options: ['A', 'hi you', 'no'],
    });
    const prompt = tokenizer.encode('<turn>user\nhi<end>\n<turn>assistant\n');
    expect(['A', 'hi you', 'no'].map((text) => tokenizer.encode(text).length)).toEqual([1, 2, 2]);
    const session = await sessions.scoring({ config, maxTokens: MAX_TOKENS });
    for (const [index, text] of ['A', 'hi you', 'no'].entries()) {
      const [score] = await session.scoreContinuations(weights, [
        { prompt, continuation: tokenizer.encode(text) },
      ]);
      expect(probabilities[index]).toBeCloseTo(Math.exp(score?.total ?? Number.NaN), 6);
    }
  });

  it('gives each token of the vocabulary its share of 1', async () => {
    const options = [...Array(90).keys()].map((index) => String.fromCharCode(33 + index));
    const { probabilities, missing } = await createModel().choices({ messages: ask('hi'), options });
    const total = probabilities.reduce((sum, probability) => sum + probability, 0);
    expect(Math.min(...probabilities)).toBeGreaterThan(0);
    expect(missing).toBeCloseTo(1 - total, 12);
    expect(missing).toBeGreaterThan(0);
  });

  it('answers calls that are made together in one run, as it answers each alone', async () => {
    const model = createModel();
    const contents = [...Array(30).keys()].map((index) => 'hi you'.repeat(1 + (index % 3)) + String(index));
    const session = await sessions.scoring({ config, maxTokens: MAX_TOKENS });
    const runs = [jest.spyOn(session, 'nextTokenLogprobs'), jest.spyOn(session, 'scoreContinuations')];
    const together = await Promise.all(
      contents.map((content, index) =>
        model.choices({ messages: ask(content), options: index % 2 === 0 ? ['A', 'B'] : ['1', '2'] }),
      ),
    );
    expect(runs.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    jest.restoreAllMocks();
    const alone = await model.choices({ messages: ask(contents[7] ?? ''), options: ['1', '2'] });
    expect(largestDifference(together[7]?.probabilities ?? [], alone.probabilities)).toBeLessThan(1e-6);
  });

  it('refuses options of which one begins another, and empty ones', async () => {
    const model = createModel();
    await expect(model.choices({ messages: ask('hi'), options: ['no', 'n'] })).rejects.toThrow(
      new RangeError('Expected options of which none begins another, got "n" and "no".'),
    );
    await expect(model.choices({ messages: ask('hi'), options: ['A', 'A'] })).rejects.toThrow(
      new RangeError('Expected options of which none begins another, got "A" and "A".'),
    );
    await expect(model.choices({ messages: ask('hi'), options: ['A', ''] })).rejects.toThrow(
      new RangeError('Expected option "" to have tokens, got none.'),
    );
  });

  it('refuses a prompt that is too long, and answers its neighbours', async () => {
    const model = createModel();
    const options = ['A', 'B'];
    const [long, short] = await Promise.allSettled([
      model.choices({ messages: ask('z'.repeat(70)), options }),
      model.choices({ messages: ask('z'), options }),
    ]);
    expect(long).toEqual({
      status: 'rejected',
      reason: new RangeError('Expected prompt and reply to fit the 64 tokens of `tiny`, got 89 and 1.'),
    });
    expect(short.status).toBe('fulfilled');
  });
});

describe('chat()', () => {
  it('gives the same reply to the same seed, alone or among others', async () => {
    const model = createModel();
    const requests = [...Array(6).keys()].map((seed) =>
      chatRequest('hi'.repeat(1 + seed), { temperature: 1, seed }),
    );
    const together = await Promise.all(requests.map((request) => model.chat(request)));
    for (const [index, request] of requests.entries()) {
      expect(await model.chat(request)).toEqual(together[index]);
    }
    expect(new Set(together.map(({ text }) => text)).size).toBeGreaterThan(1);
  });

  it('ends at its length or at a stop text', async () => {
    const model = createModel();
    const whole = await model.chat(chatRequest('hi'));
    expect([whole.finishReason, whole.completionTokens]).toEqual(['length', 8]);
    const stop = whole.text.slice(3, 5);
    const stopped = await model.chat(chatRequest('hi', { stop: [stop] }));
    expect([stopped.finishReason, stopped.text]).toEqual([
      'stop',
      whole.text.slice(0, whole.text.indexOf(stop)),
    ]);
  });

  it('ends where the model ends its turn', async () => {
    const end = tokenizer.encode('<end>')[0] ?? 0;
    expect(tokenizer.eosTokenIds).toContain(end);
    const head = weights.get('lm_head.weight');
    if (head === undefined) throw new RangeError('no weights');
    // A head of zeros but for one row: the token's logit is one sum, positive for half of all states.
    const rows = [1, -1].map((sign) => {
      const data = new Float32Array(head.data.length);
      data.fill(100 * sign, end * config.width, (end + 1) * config.width);
      return new Map(weights).set('lm_head.weight', { shape: head.shape, data });
    });
    const replies = await Promise.all(
      rows.map((changed) =>
        createLocalModel({ ...parts, weights: changed }, { sessions, maxTokens: MAX_TOKENS }).chat(
          chatRequest('hi'),
        ),
      ),
    );
    expect(replies).toContainEqual({ text: '', finishReason: 'stop', completionTokens: 0 });
  });
});

describe('complete()', () => {
  const prompt = tokenizer.encodeChat(ask('hi'), { addGenerationPrompt: true });
  const request = { prompt, maxTokens: 8, temperature: 1, topP: 1, seed: 3 };

  it('gives the reply of chat() with the logprobs of its tokens, whatever they were drawn with', async () => {
    const model = createModel();
    const chat = await model.chat(chatRequest('hi', { temperature: 1, topP: 0.5, seed: 3 }));
    const reply = await model.complete({ ...request, topP: 0.5, topLogprobs: 2 });
    expect(reply).toMatchObject(chat);
    const session = await sessions.scoring({ config, maxTokens: MAX_TOKENS });
    const [score] = await session.scoreContinuations(weights, [{ prompt, continuation: reply.tokens }]);
    const logprobs = reply.logprobs.map(({ logprob }) => logprob);
    expect(largestDifference(logprobs, score?.tokenLogprobs ?? [])).toBeLessThan(1e-5);
    expect(reply.logprobs.map(({ top }) => top.length)).toEqual(reply.tokens.map(() => 2));
  });

  it('gives another reply for each sample of one seed', async () => {
    const model = createModel();
    const replies = await Promise.all([0, 1, 2].map((sample) => model.complete({ ...request, sample })));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(3);
    expect(await model.complete({ ...request, sample: 2 })).toEqual(replies[2]);
  });

  it('tells pieces that make up the reply', async () => {
    const pieces: ReplyPiece[] = [];
    const onPiece = (piece: ReplyPiece): void => void pieces.push(piece);
    const reply = await createModel().complete({ ...request, topLogprobs: 1, onPiece });
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces.map(({ text }) => text).join('')).toBe(reply.text);
    expect(pieces.flatMap(({ logprobs }) => logprobs)).toEqual(reply.logprobs);
  });

  it('leaves a reply at its signal, and gives its neighbours theirs', async () => {
    const model = createModel();
    const abort = new AbortController();
    let told = 0;
    const onPiece = (): void => {
      told += 1;
      if (told === 2) abort.abort();
    };
    const [left, other] = await Promise.allSettled([
      model.complete({ ...request, onPiece, signal: abort.signal }),
      model.complete({ ...request, seed: 4 }),
    ]);
    expect([left.status, told]).toEqual(['rejected', 2]);
    expect(other).toEqual({ status: 'fulfilled', value: await model.complete({ ...request, seed: 4 }) });
    await expect(model.complete({ ...request, onPiece, signal: abort.signal })).rejects.toThrow('aborted');
    expect(told).toBe(2);
  });
});

describe('scorePrompt()', () => {
  it('gives what scoring gives, for lines longer than one run', async () => {
    const long = tinyModel({ maxPositions: 512 });
    const model = createLocalModel(long, { sessions, maxTokens: 512 });
    const prompt = Array.from({ length: 300 }, (_, index) => (7 * index * index) % config.vocabSize);
    const scores = await model.scorePrompt(prompt, 3);
    const session = await sessions.scoring({ config: long.config, maxTokens: 512 });
    const [score] = await session.scoreContinuations(long.weights, [
      { prompt: prompt.slice(0, 1), continuation: prompt.slice(1) },
    ]);
    const logprobs = scores.map(({ logprob }) => logprob);
    expect(scores.map(({ token }) => token)).toEqual(prompt.slice(1));
    expect(largestDifference(logprobs, score?.tokenLogprobs ?? [])).toBeLessThan(1e-5);
  });
});

describe('createLocalModel()', () => {
  it('knows whether the template has a place for system messages', () => {
    expect(createModel().capabilities).toEqual({ choices: true, chat: true, systemRole: true, seed: true });
    const template = `{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}${TURN_TEMPLATE}`;
    const strict = new TextTokenizer(tinyTokenizerFiles({ chatTemplate: template }));
    const model = createLocalModel({ ...parts, tokenizer: strict }, { sessions, maxTokens: MAX_TOKENS });
    expect(model.capabilities.systemRole).toBe(false);
  });

  it('refuses a tokenizer without a chat template', () => {
    const plain = new TextTokenizer(tinyTokenizerFiles({ config: {} }));
    expect(() =>
      createLocalModel({ ...parts, tokenizer: plain }, { sessions, maxTokens: MAX_TOKENS }),
    ).toThrow('Tokenizer of `model` has no chat template');
  });

  it('finishes what was asked and refuses further calls once it is disposed', async () => {
    const model = createModel();
    const asked = model.choices({ messages: ask('hi'), options: ['A', 'B'] });
    await model.dispose();
    expect((await asked).probabilities).toHaveLength(2);
    const refusal = new TypeError('Expected `tiny` to be in use, got a call after dispose().');
    await expect(model.choices({ messages: ask('hi'), options: ['A', 'B'] })).rejects.toThrow(refusal);
    await expect(model.chat(chatRequest('hi'))).rejects.toThrow(refusal);
  });
});
