import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach } from '@jest/globals';
import type { ChatMessage } from '../../src/types/chat.js';

/** One way in which real servers go wrong, or differ; each is named after what a caller sees. */
export type Fault =
  | 'null-logprobs'
  | 'empty-top-logprobs'
  | 'nan-logprob'
  | 'all-zero-logprobs'
  | 'logprobs-over-one'
  | 'sentinel-logprobs'
  | 'duplicate-tokens'
  | 'bytes-alone'
  | 'logprobs-refused'
  | 'logprobs-above-5-refused'
  | 'logprobs-as-count'
  | 'refusal-field'
  | 'content-filter'
  | 'prompt-filtered'
  | 'empty-content'
  | 'length-without-content'
  | 'unclosed-thinking'
  | 'thinking-first'
  | 'error-in-200'
  | 'no-choices'
  | 'truncated-body'
  | 'connection-reset'
  | 'slow-body'
  | 'http-500'
  | 'http-400'
  | 'key-refused'
  | 'model-not-found'
  | 'rate-limit'
  | 'retry-after-an-hour'
  | 'quota-spent'
  | 'system-role-refused'
  | 'seed-refused'
  | 'one-reply-only'
  | 'max-tokens-refused'
  | 'other-model-echoed'
  | 'usage-missing';

export interface WireBody extends Readonly<Record<string, unknown>> {
  readonly model: string;
  readonly messages?: readonly ChatMessage[];
  readonly prompt?: string;
}

/** What a fault-free answer is made of. */
export interface Answers {
  /** The likeliest first tokens, with their log-probabilities. */
  readonly tokens?: (body: WireBody) => Promise<readonly (readonly [string, number])[]>;
  readonly say?: (body: WireBody) => Promise<{ readonly text: string; readonly finishReason: string }>;
}

export interface FaultServer {
  readonly baseUrl: string;
  /** Bodies of POST requests, in the order of their arrival. */
  readonly bodies: WireBody[];
  readonly headers: IncomingMessage['headers'][];
  /** Most requests that were under way at once. */
  readonly highest: { value: number };
  /** The fault of each request; none if it gives `null`. */
  fault: (index: number, body: WireBody) => Fault | null;
  /** Milliseconds before each reply. */
  delayMs: number;
}

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const YES = Math.log(0.6);
const NO = Math.log(0.3);
const OTHER = Math.log(0.05);

const PLAIN: Required<Answers> = {
  tokens: () =>
    Promise.resolve([
      ['yes', YES],
      [' no', NO],
      ['Well', OTHER],
    ]),
  say: () => Promise.resolve({ text: 'yes', finishReason: 'stop' }),
};

/** Two tokens of which each is a part of one letter. */
const HALF = { token: '\uFFFD', logprob: Math.log(0.01), bytes: [0xc3] };

function entry([token, logprob]: readonly [string, unknown]): object {
  return { token, logprob, bytes: null };
}

function listed(tokens: readonly (readonly [string, number])[], fault: Fault | null): object[] {
  switch (fault) {
    case 'nan-logprob':
      return [entry(['yes', 'NAN_LITERAL']), entry(['no', NO])];
    case 'all-zero-logprobs':
      return tokens.map(([token]) => entry([token, 0]));
    case 'logprobs-over-one':
      return tokens.map(([token]) => entry([token, Math.log(0.7)]));
    case 'sentinel-logprobs':
      return tokens.map(([token], index) => entry([token, index === 0 ? 0 : -9999]));
    case 'duplicate-tokens':
      return [...tokens.map(entry), HALF, HALF].slice(0, 5);
    case 'bytes-alone':
      return tokens.map(([token, logprob]) => ({ token: '', logprob, bytes: [...Buffer.from(token)] }));
    default:
      return tokens.map(entry);
  }
}

async function logprobsOf(body: WireBody, fault: Fault | null, answers: Required<Answers>): Promise<unknown> {
  const count = typeof body['logprobs'] === 'number' ? body['logprobs'] : Number(body['top_logprobs'] ?? 0);
  if (count === 0 || fault === 'null-logprobs') return null;
  if (fault === 'empty-top-logprobs') return { content: [{ token: 'yes', logprob: YES, top_logprobs: [] }] };
  const tokens = (await answers.tokens(body)).slice(0, count);
  if (typeof body['logprobs'] === 'number') {
    return { tokens: ['yes'], token_logprobs: [YES], top_logprobs: [Object.fromEntries(tokens)] };
  }
  if (fault === 'logprobs-as-count') return null;
  return { content: [{ ...entry(tokens[0] ?? ['', 0]), top_logprobs: listed(tokens, fault) }] };
}

function messageOf(text: string, fault: Fault | null): object {
  const role = 'assistant';
  switch (fault) {
    case 'refusal-field':
      return { role, content: null, refusal: 'I cannot answer that.' };
    case 'empty-content':
    case 'length-without-content':
      return { role, content: '' };
    case 'unclosed-thinking':
      return { role, content: `<think>Perhaps A, or ${text}` };
    case 'thinking-first':
      return { role, content: `<think>Not no.</think>\n\n${text}` };
    default:
      return { role, content: text };
  }
}

/** Errors that a server answers with: status, headers, body. */
const REFUSALS: Partial<Record<Fault, readonly [number, Record<string, string>, object]>> = {
  'http-500': [500, {}, { error: { message: 'Internal error' } }],
  'http-400': [400, {}, { object: 'error', message: 'context length exceeded', code: 400 }],
  'key-refused': [
    401,
    {},
    { error: { message: 'Incorrect API key provided: sk-secret-1', code: 'invalid_api_key' } },
  ],
  'model-not-found': [404, {}, { error: 'model "m" not found, try pulling it first' }],
  'rate-limit': [429, { 'retry-after-ms': '5' }, { error: { message: 'Rate limit', type: 'requests' } }],
  'retry-after-an-hour': [429, { 'retry-after': '3600' }, { error: { message: 'Rate limit' } }],
  'quota-spent': [429, {}, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }],
  'prompt-filtered': [400, {}, { error: { message: 'filtered', code: 'content_filter' } }],
};

function refusalOf(
  body: WireBody,
  fault: Fault | null,
): readonly [number, Record<string, string>, object] | undefined {
  const refuse = (message: string) => [400, {}, { error: { message } }] as const;
  const count = Number(body['top_logprobs'] ?? 0);
  if (fault === 'logprobs-refused' && 'logprobs' in body) return refuse('logprobs are not supported');
  if (fault === 'logprobs-above-5-refused' && count > 5) return refuse('Cannot request more than 5 logprobs');
  if (fault === 'logprobs-as-count' && body['logprobs'] === true) return undefined;
  if (fault === 'seed-refused' && 'seed' in body) return refuse('Unknown field: seed');
  if (fault === 'max-tokens-refused' && 'max_tokens' in body)
    return refuse('Use max_completion_tokens instead');
  const hasSystem = body.messages?.some(({ role }) => role === 'system') === true;
  if (fault === 'system-role-refused' && hasSystem) return refuse('System role not supported');
  return fault === null ? undefined : REFUSALS[fault];
}

async function respond(
  response: ServerResponse,
  body: WireBody,
  fault: Fault | null,
  answers: Required<Answers>,
): Promise<void> {
  const send = (status: number, headers: Record<string, string>, payload: object): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(payload).replaceAll('"NAN_LITERAL"', 'NaN'));
  };
  const refusal = refusalOf(body, fault);
  if (refusal !== undefined) {
    send(...refusal);
    return;
  }
  switch (fault) {
    case 'connection-reset':
      response.destroy();
      return;
    case 'slow-body':
      response.writeHead(200).write('{"choices":');
      return;
    case 'truncated-body':
      response.writeHead(200).end('{"choices":[{"mess');
      return;
    case 'error-in-200':
      send(200, {}, { error: { message: 'upstream failed', code: 502 } });
      return;
    case 'no-choices':
      send(200, {}, { id: 'x', object: 'chat.completion' });
      return;
    default:
  }
  const { text, finishReason } = await answers.say(body);
  const logprobs = await logprobsOf(body, fault, answers);
  const reason =
    fault === 'content-filter'
      ? 'content_filter'
      : fault === 'length-without-content'
        ? 'length'
        : finishReason;
  const said = body.messages === undefined ? { text } : { message: messageOf(text, fault) };
  const replies = fault === 'one-reply-only' ? 1 : Number(body['n'] ?? 1);
  send(
    200,
    {},
    {
      model: fault === 'other-model-echoed' ? 'base-model' : body.model,
      system_fingerprint: 'fp_1',
      choices: Array.from({ length: replies }, (_, index) => ({
        index,
        ...said,
        logprobs,
        finish_reason: reason,
      })),
      ...(fault === 'usage-missing' ? {} : { usage: { prompt_tokens: 10, completion_tokens: replies } }),
    },
  );
}

/** A server on this machine that answers like OpenAI's, with whatever fault the test switches on. */
export async function startFaultServer(answers: Answers = {}): Promise<FaultServer> {
  const all = { ...PLAIN, ...answers };
  let underWay = 0;
  const state: FaultServer = {
    baseUrl: '',
    bodies: [],
    headers: [],
    highest: { value: 0 },
    fault: () => null,
    delayMs: 0,
  };
  const server = createServer((request, response) => {
    void (async () => {
      state.headers.push(request.headers);
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ data: [{ id: 'm', shutdown_date: 1_798_761_600 }] }));
        return;
      }
      const body = JSON.parse(await readText(request)) as WireBody;
      const index = state.bodies.push(body) - 1;
      underWay += 1;
      state.highest.value = Math.max(state.highest.value, underWay);
      if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs).unref());
      await respond(response, body, state.fault(index, body), all);
      underWay -= 1;
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { baseUrl: `http://127.0.0.1:${port}/v1` });
}
