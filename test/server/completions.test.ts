/* eslint-disable @typescript-eslint/no-deprecated -- `seed` is deprecated at OpenAI, and the point of a server of our own. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InferenceSessions } from '../../src/engine/inference-sessions.js';
import { loadModelParts, type LoadedParts } from '../../src/models/load-model.js';
import { createLocalModel, type LocalModel } from '../../src/models/local-model.js';
import { openServer, POCKET, type OpenServer } from './open-server.js';

const ASK = [{ role: 'user', content: 'Please write to my landlord about the heating.' }] as const;
const CHAT = { model: 'pocket', messages: [...ASK], max_completion_tokens: 12, temperature: 0 };
const sessions = new InferenceSessions({ threads: 1 });
let server: OpenServer;
let local: LocalModel;
let parts: LoadedParts;

beforeAll(async () => {
  server = await openServer();
  parts = await loadModelParts(POCKET);
  local = createLocalModel(parts, { sessions, maxTokens: parts.config.maxPositions });
});

afterAll(async () => {
  await server.close();
  await local.dispose();
  await sessions.dispose();
  expect(server.bugs).toEqual([]);
});

async function score(prompt: readonly number[], continuation: readonly number[]): Promise<readonly number[]> {
  const session = await sessions.scoring({ config: parts.config, maxTokens: 256 });
  const [scored] = await session.scoreContinuations(parts.weights, [{ prompt, continuation }]);
  return scored?.tokenLogprobs ?? [];
}

describe('POST /v1/chat/completions', () => {
  it('gives the reply of the model in process, greedy and sampled', async () => {
    for (const temperature of [0, 1]) {
      const wire = await server.client.chat.completions.create({ ...CHAT, temperature, top_p: 0.9, seed: 7 });
      const here = await local.chat({ messages: ASK, maxTokens: 12, temperature, topP: 0.9, seed: 7 });
      const [choice] = wire.choices;
      expect([choice?.message.content, choice?.finish_reason]).toEqual([here.text, here.finishReason]);
      expect(wire.usage?.completion_tokens).toBe(here.completionTokens);
    }
  });

  it('has the shape that OpenAI documents', async () => {
    const prompt = parts.tokenizer.encodeChat(ASK, { addGenerationPrompt: true }).length;
    const completion = await server.client.chat.completions.create({ ...CHAT, max_completion_tokens: 2 });
    expect(completion).toEqual({
      id: expect.stringMatching(/^chatcmpl-[0-9a-f]{24}$/) as unknown,
      object: 'chat.completion',
      created: 1,
      model: 'pocket',
      system_fingerprint: `fp_${parts.identity.sha256?.slice(0, 10)}`,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: expect.any(String) as unknown, refusal: null },
          logprobs: null,
          finish_reason: 'length',
        },
      ],
      usage: { prompt_tokens: prompt, completion_tokens: 2, total_tokens: prompt + 2 },
    });
  });

  it('gives logprobs that equal the engine’s scores of the same tokens', async () => {
    const { choices } = await server.client.chat.completions.create({
      ...{ ...CHAT, temperature: 1, seed: 3, logprobs: true, top_logprobs: 20 },
    });
    const content = choices[0]?.logprobs?.content ?? [];
    expect(content.length).toBeGreaterThan(1);
    const prompt = parts.tokenizer.encodeChat(ASK, { addGenerationPrompt: true });
    const here = { prompt, maxTokens: 12, temperature: 1, topP: 1, seed: 3 };
    const scores = await score(prompt, (await local.complete(here)).tokens);
    expect(content).toHaveLength(scores.length);
    for (const [index, { logprob, top_logprobs: top }] of content.entries()) {
      expect(Math.abs(logprob - (scores[index] ?? Number.NaN))).toBeLessThan(1e-5);
      expect(top).toHaveLength(20);
      expect(top.map((one) => one.logprob)).toEqual(top.map((one) => one.logprob).toSorted((a, b) => b - a));
    }
    const bytes = content.flatMap((token) => token.bytes ?? []);
    expect(Buffer.from(bytes).toString().trimStart()).toBe(choices[0]?.message.content);
  });

  it('gives the probabilities of options that the model in process gives', async () => {
    const options = ['gamble', 'bold'];
    const messages = [{ role: 'user', content: 'Are you bold, or do you gamble?' }] as const;
    const here = await local.choices({ messages, options });
    const { choices } = await server.client.chat.completions.create({
      ...{
        model: 'pocket',
        messages: [...messages],
        max_tokens: 1,
        temperature: 0,
        logprobs: true,
        top_logprobs: 20,
      },
    });
    const top = choices[0]?.logprobs?.content?.[0]?.top_logprobs ?? [];
    for (const [index, option] of options.entries()) {
      const [id = 0] = parts.tokenizer.encode(option);
      const bytes = [...parts.tokenizer.tokenBytes(id)];
      const found = top.find((one) => JSON.stringify(one.bytes) === JSON.stringify(bytes));
      expect(Math.exp(found?.logprob ?? Number.NaN)).toBeCloseTo(here.probabilities[index] ?? 0, 6);
    }
  });

  it('streams what it would give at once, with its logprobs, usage and ends', async () => {
    const request = { ...CHAT, temperature: 1, seed: 5, n: 2, logprobs: true, top_logprobs: 2 } as const;
    const whole = await server.client.chat.completions.create(request);
    const stream = await server.client.chat.completions.create({
      ...{ ...request, stream: true, stream_options: { include_usage: true } },
    });
    const texts = ['', ''];
    const tokens: unknown[][] = [[], []];
    const ends: unknown[] = [];
    let usage: unknown = null;
    let chunks = 0;
    for await (const chunk of stream) {
      chunks += 1;
      for (const { index, delta, logprobs, finish_reason } of chunk.choices) {
        texts[index] += delta.content ?? '';
        tokens[index]?.push(...(logprobs?.content ?? []));
        if (finish_reason !== null) ends[index] = finish_reason;
      }
      usage = chunk.usage;
    }
    expect(texts).toEqual(whole.choices.map(({ message }) => message.content));
    expect(tokens).toEqual(whole.choices.map(({ logprobs }) => logprobs?.content));
    expect(ends).toEqual(whole.choices.map(({ finish_reason }) => finish_reason));
    expect(usage).toEqual(whole.usage);
    expect(chunks).toBeGreaterThan(10);
  });

  it('draws n different replies that its seed decides, and others without a seed', async () => {
    const request = { ...CHAT, temperature: 1, n: 4 };
    const ask = async (seed?: number): Promise<(string | null)[]> => {
      const { choices } = await server.client.chat.completions.create(
        seed === undefined ? request : { ...request, seed },
      );
      return choices.map(({ message }) => message.content);
    };
    const first = await ask(11);
    expect(new Set(first).size).toBeGreaterThan(1);
    expect(await ask(11)).toEqual(first);
    expect(await ask(12)).not.toEqual(first);
    expect(await ask()).not.toEqual(await ask());
  });

  it('ends before a stop text, streamed or not', async () => {
    const whole = (await server.client.chat.completions.create(CHAT)).choices[0]?.message.content ?? '';
    const stop = whole.slice(6, 9);
    const request = { ...CHAT, stop, logprobs: true };
    const [choice] = (await server.client.chat.completions.create(request)).choices;
    expect([choice?.message.content, choice?.finish_reason]).toEqual([
      whole.slice(0, whole.indexOf(stop)),
      'stop',
    ]);
    const stream = server.client.chat.completions.stream(request);
    expect((await stream.finalChatCompletion()).choices[0]?.message.content).toBe(choice?.message.content);
  });

  it('answers requests that arrive together as it answers each alone', async () => {
    const request = (seed: number) =>
      server.client.chat.completions.create({ ...CHAT, temperature: 1, seed }).then(({ choices }) => choices);
    const together = await Promise.all([1, 2, 3, 4].map(request));
    for (const [index, choices] of together.entries()) expect(await request(index + 1)).toEqual(choices);
  });

  it('takes parts of text, the role developer and fields that are null', async () => {
    const parted = await server.client.chat.completions.create({
      ...CHAT,
      messages: [{ role: 'user', content: [{ type: 'text', text: ASK[0].content }] }],
      stop: null,
      logit_bias: null,
    });
    const plain = await server.client.chat.completions.create(CHAT);
    expect(parted.choices).toEqual(plain.choices);
  });
});

describe('POST /v1/completions', () => {
  const request = { model: 'pocket', max_tokens: 6, temperature: 0 };

  it('goes on from a text and from its tokens in the same way', async () => {
    const prompt = parts.tokenizer.encodeDocument('The trigger is');
    const [text, tokens] = await Promise.all([
      server.client.completions.create({ ...request, prompt: 'The trigger is' }),
      server.client.completions.create({ ...request, prompt }),
    ]);
    expect(text.choices).toEqual(tokens.choices);
    expect(text.usage).toEqual({
      prompt_tokens: prompt.length,
      completion_tokens: 6,
      total_tokens: prompt.length + 6,
    });
  });

  it('scores an echoed text without writing any', async () => {
    const prompt = parts.tokenizer.encodeDocument('I prefer to wait for more.');
    const { choices } = await server.client.completions.create({
      ...{ ...request, prompt: 'I prefer to wait for more.', echo: true, logprobs: 1, max_tokens: 0 },
    });
    const scores = await score(prompt.slice(0, 1), prompt.slice(1));
    const { token_logprobs: logprobs = [], top_logprobs: top = [] } = choices[0]?.logprobs ?? {};
    expect(choices[0]?.text).toBe('I prefer to wait for more.');
    expect(logprobs[0]).toBeNull();
    expect(logprobs).toHaveLength(prompt.length);
    for (const [index, value] of scores.entries()) {
      expect(Math.abs((logprobs[index + 1] ?? Number.NaN) - value)).toBeLessThan(1e-5);
      expect(Math.max(...Object.values(top[index + 1] ?? {}))).toBeGreaterThanOrEqual(
        logprobs[index + 1] ?? 0,
      );
    }
  });

  it('gives n replies to each of several prompts, streamed or not', async () => {
    const many = {
      ...request,
      prompt: ['One', 'Two'],
      n: 2,
      temperature: 1,
      seed: 1,
      logprobs: 2,
      echo: true,
    };
    const whole = await server.client.completions.create(many);
    expect(whole.choices.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(whole.choices.map(({ text }) => text.slice(0, 3))).toEqual(['One', 'One', 'Two', 'Two']);
    const pieces = ['', '', '', ''];
    const offsets: number[][] = [[], [], [], []];
    for await (const { choices } of await server.client.completions.create({ ...many, stream: true })) {
      for (const { index, text, logprobs } of choices) {
        pieces[index] += text;
        offsets[index]?.push(...(logprobs?.text_offset ?? []));
      }
    }
    expect(pieces).toEqual(whole.choices.map(({ text }) => text));
    expect(offsets.map(({ length }) => length)).toEqual(
      whole.choices.map(({ logprobs }) => logprobs?.tokens?.length),
    );
  });
});
