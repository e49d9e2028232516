import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TextTokenizer } from '../../src/engine/tokenizer.js';
import { tinyTokenizerFiles, TURN_TEMPLATE } from '../engine/tiny-tokenizer.js';
import { tinyModel } from '../models/tiny-model.js';
import { openServer, type OpenServer } from './open-server.js';

const CHAT = { model: 'pocket', messages: [{ role: 'user', content: 'Hello' }] };
let server: OpenServer;

beforeAll(async () => {
  server = await openServer({ limits: { bodyBytes: 1000, concurrency: 2, graceMs: 200 } });
});

afterAll(async () => {
  await server.close();
  expect(server.bugs).toEqual([]);
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(new URL(path, server.url), init);
  return { status: response.status, body: await response.json() };
}

async function post(
  body: unknown,
  path = '/v1/chat/completions',
  type = 'application/json',
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return ask(path, { method: 'POST', body: text, headers: { 'content-type': type } });
}

function error(message: string, code: string | null, param: string | null = null): unknown {
  return { error: { message, type: 'invalid_request_error', param, code } };
}

describe('routes', () => {
  it('say that the server lives and which models it has', async () => {
    expect(await ask('/health')).toEqual({ status: 200, body: { status: 'ok' } });
    const { data } = await server.client.models.list();
    expect(data).toEqual([{ id: 'pocket', object: 'model', created: 1, owned_by: 'local' }]);
  });

  it.each([
    '/',
    '/v1',
    '/v1/files/',
    '/v1/models/a/b',
    '/v1/../etc/passwd',
    '/v1/files/..%2f..%2fetc',
    '//x/y',
  ])('are none at %s', async (path) => {
    const { status, body } = await new Promise<Answer>((resolve) => {
      // Node's own client sends the path as it is.
      request({ host: '127.0.0.1', port: new URL(server.url).port, path }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
        });
      }).end();
    });
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('say which method they take', async () => {
    expect(await ask('/v1/chat/completions')).toEqual({
      status: 405,
      body: error(
        'Method is not allowed for /v1/chat/completions: expected POST, got GET.',
        'method_not_allowed',
      ),
    });
  });

  it('answer a loopback name and no other, which a page could have pointed here', async () => {
    const status = await new Promise((resolve) => {
      const { port } = new URL(server.url);
      request({ host: '127.0.0.1', port, path: '/health', headers: { host: 'evil.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(403);
  });
});

describe('requests that are refused', () => {
  it('are those that are no JSON object', async () => {
    const notJson = error('Request body is not JSON: expected one JSON object in UTF-8.', 'invalid_json');
    expect(await post('{"model": ')).toEqual({ status: 400, body: notJson });
    expect(await post('')).toEqual({ status: 400, body: notJson });
    expect(await post('[]')).toEqual({
      status: 400,
      body: error('Request body is no object: expected one JSON object.', 'invalid_json'),
    });
    expect((await post(CHAT, '/v1/chat/completions', 'text/plain')).status).toBe(415);
  });

  it('are those of a model that is not there', async () => {
    const message = 'The model `gpt-4` does not exist. GET /v1/models lists those that do.';
    expect(await post({ ...CHAT, model: 'gpt-4' })).toEqual({
      status: 404,
      body: error(message, 'model_not_found', 'model'),
    });
  });

  it('are told of every problem at once', async () => {
    const { status, body } = await post({ ...CHAT, temperature: 3, n: 0, top_k: 5 });
    expect(status).toBe(400);
    const message = [
      'Invalid request `POST /v1/chat/completions` (3 problems):',
      '  - /top_k: unknown option. Did you mean `top_p`?',
      '  - /temperature: expected a number ≥ 0 and ≤ 2, got 3. 0 is greedy.',
      '  - /n: expected an integer ≥ 1 and ≤ 128, got 0. Number of replies.',
    ];
    expect(body).toEqual(error(message.join('\n'), 'unknown_parameter', 'top_k'));
  });

  it.each([
    ['messages', { messages: [] }],
    ['messages[0].role', { messages: [{ role: 'tool', content: 'x' }] }],
    ['messages[0].content', { messages: [{ role: 'user' }] }],
    ['top_logprobs', { top_logprobs: 3 }],
    ['top_logprobs', { logprobs: true, top_logprobs: 21 }],
    ['stream_options', { stream_options: { include_usage: true } }],
    ['max_tokens', { max_tokens: 1, max_completion_tokens: 1 }],
    ['frequency_penalty', { frequency_penalty: 0.5 }],
    ['seed', { seed: -1 }],
    ['stop', { stop: ['a', 'b', 'c', 'd', 'e'] }],
    ['tools', { tools: [{}] }],
  ])('have %s out of range', async (param, changes) => {
    const { status, body } = await post({ ...CHAT, ...changes });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { param } } });
  });

  it('have a prompt that is longer than the model’s context', async () => {
    const { status, body } = await post(
      { model: 'pocket', prompt: Array<number>(300).fill(7) },
      '/v1/completions',
    );
    const message = '`prompt` is too long for `pocket`: expected at most 255 tokens, got 300. Shorten it.';
    expect({ status, body }).toEqual({
      status: 400,
      body: error(message, 'context_length_exceeded', 'prompt'),
    });
    const unknown = await post({ model: 'pocket', prompt: [100_000] }, '/v1/completions');
    expect(unknown).toMatchObject({ status: 400, body: { error: { param: 'prompt' } } });
    const empty = await post({ model: 'pocket', prompt: '' }, '/v1/completions');
    expect(empty).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('is empty') as unknown } },
    });
  });

  it('have messages that the model’s template does not take', async () => {
    const template = `{{ raise_exception('no chat') if messages[0]['role'] == 'system' }}${TURN_TEMPLATE}`;
    const tokenizer = new TextTokenizer(tinyTokenizerFiles({ chatTemplate: template }));
    const strict = await openServer({ models: [{ ...tinyModel(), tokenizer, directory: 'tiny' }] });
    const messages = [{ role: 'system' as const, content: 'Be brief.' }];
    await expect(strict.client.chat.completions.create({ model: 'tiny', messages })).rejects.toMatchObject({
      ...{ status: 400, param: 'messages' },
      message:
        '400 `messages` do not fit the chat template of `tiny`: expected roles and an order that it accepts.',
    });
    await strict.close();
  });

  it.each([2000, 100_000])('have a body of %i bytes', async (bytes) => {
    const content = 'x'.repeat(bytes);
    const body = JSON.stringify({ ...CHAT, messages: [{ role: 'user', content }] });
    const status = await new Promise((resolve, reject) => {
      const { port } = new URL(server.url);
      const headers = { 'content-type': 'application/json' };
      const post = request({
        host: '127.0.0.1',
        port,
        path: '/v1/chat/completions',
        method: 'POST',
        headers,
      });
      post.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      post.on('error', reject);
      post.end(body);
    });
    expect(status).toBe(413);
  });

  it('ask for pages that are none', async () => {
    expect(await ask('/v1/fine_tuning/jobs?limit=0')).toEqual({
      status: 400,
      body: error('`limit` is out of range: expected an integer ≥ 1, got 0.', null, 'limit'),
    });
    expect(await ask('/v1/files?after=file-none')).toEqual({
      status: 400,
      body: error('`after` is not in the list: expected the id of its last item.', null, 'after'),
    });
  });

  it('are forms that are none', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const broken = await ask('/v1/files', { method: 'POST', body: 'no form', headers });
    expect(broken).toMatchObject({ status: 400, body: { error: { code: 'invalid_form' } } });
    const form = new FormData();
    form.set('purpose', 'vision');
    expect(await ask('/v1/files', { method: 'POST', body: form })).toMatchObject({
      ...{ status: 400, body: { error: { param: 'purpose' } } },
    });
    form.set('purpose', 'fine-tune');
    expect(await ask('/v1/files', { method: 'POST', body: form })).toMatchObject({
      ...{ status: 400, body: { error: { param: 'file' } } },
    });
  });
});

describe('slots', () => {
  const long = { ...CHAT, messages: [{ role: 'user' as const, content: 'Hello' }], temperature: 2, n: 64 };

  async function untilActive(count: number): Promise<void> {
    while (server.activeRequests() !== count) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  it('are free again when a client goes away in the middle of a stream', async () => {
    const stream = await server.client.chat.completions.create({ ...long, stream: true });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content !== '') break;
    stream.controller.abort();
    await untilActive(0);
    expect((await post(CHAT)).status).toBe(200);
  });

  it('are as many as the limit says; who finds none is told to come back', async () => {
    const streams = await Promise.all(
      [1, 2].map(() => server.client.chat.completions.create({ ...long, stream: true })),
    );
    await untilActive(2);
    await expect(server.client.chat.completions.create(long)).rejects.toMatchObject({
      ...{ status: 429, code: 'rate_limit_exceeded', type: 'rate_limit_error' },
    });
    for (const stream of streams) stream.controller.abort();
    await untilActive(0);
  });
});

describe('close()', () => {
  it('cuts off what is not answered in time, and says so', async () => {
    const other = await openServer({ limits: { graceMs: 0 } });
    const stream = await other.client.chat.completions.create({
      ...{ model: 'pocket', messages: [{ role: 'user', content: 'Hello' }] },
      ...{ temperature: 2, n: 100, stream: true },
    });
    const read = async (): Promise<void> => {
      for await (const chunk of stream) if (chunk.choices.length === 0) return;
    };
    const reading = read();
    await Promise.all([other.close(), expect(reading).rejects.toThrow('The server is stopping')]);
    await expect(fetch(new URL('/health', other.url))).rejects.toThrow('fetch failed');
    expect(other.bugs).toEqual([]);
  });

  it('is not needed where the address was taken', async () => {
    const port = Number(new URL(server.url).port);
    await expect(openServer({ port })).rejects.toThrow(
      `Address \`127.0.0.1\`, port ${port}, cannot be listened on: expected a free one of this machine, got EADDRINUSE. ` +
        'Choose another with `--host` and `--port`.',
    );
  });
});
