import { beforeEach, describe, expect, it } from '@jest/globals';
import { IncompleteRunError, NoAnswerError, ProviderError } from '../../src/errors.js';
import { AdaptiveLimiter } from '../../src/models/adaptive-limiter.js';
import { createEndpointClient } from '../../src/models/endpoint-client.js';
import { EndpointRequests, type EndpointRequestsParts } from '../../src/models/endpoint-requests.js';
import { RequestBudget } from '../../src/models/request-budget.js';
import { createMemoryLog, type EndpointRequest } from '../../src/models/request-log.js';
import { parseChoices, parseReply } from '../../src/models/parse-completion.js';
import { createRandom } from '../../src/random.js';
import { messageOf } from '../engine/temporary-folder.js';
import { startFaultServer, type Fault, type FaultServer } from './fault-server.js';

const QUICK = { maximumAttempts: 3, firstWaitMs: 1, longestWaitMs: 1000 };
let server: FaultServer;

beforeEach(async () => {
  server = await startFaultServer();
});

function requestsWith(changes: Partial<EndpointRequestsParts> = {}, timeoutMs = 5000): EndpointRequests {
  return new EndpointRequests({
    client: createEndpointClient({ baseUrl: server.baseUrl, apiKey: 'sk-secret-1', timeoutMs }),
    model: 'm',
    log: createMemoryLog(),
    budget: new RequestBudget(),
    limiter: new AdaptiveLimiter(8),
    random: createRandom(1),
    signal: new AbortController().signal,
    policy: QUICK,
    ...changes,
  });
}

function question(content: string, sample = 0): EndpointRequest {
  const messages = [{ role: 'user', content }];
  return { path: '/chat/completions', body: { model: 'm', messages, max_tokens: 4 }, sample };
}

function readText(response: unknown): string {
  return parseReply(parseChoices(response)[0] ?? {}, response).text;
}

/** The first requests go wrong, the others do not. */
function failFirst(count: number, fault: Fault): void {
  server.fault = (index) => (index < count ? fault : null);
}

describe('EndpointRequests', () => {
  it('asks once for the same request, and anew for another sample', async () => {
    const requests = requestsWith();
    const same = await Promise.all([question('a'), question('a')].map((one) => requests.ask(one, readText)));
    expect(same).toEqual(['yes', 'yes']);
    expect(await requests.ask(question('a'), readText)).toBe('yes');
    expect(server.bodies.length).toBe(1);
    await requests.ask(question('a', 1), readText);
    expect(server.bodies.length).toBe(2);
  });

  it('sends the key in the header alone, and none where there is none', async () => {
    await requestsWith().ask(question('a'), readText);
    const client = createEndpointClient({ baseUrl: server.baseUrl, apiKey: null, timeoutMs: 5000 });
    await requestsWith({ client }).ask(question('a'), readText);
    expect(server.headers.map(({ authorization }) => authorization)).toEqual([
      'Bearer sk-secret-1',
      undefined,
    ]);
    expect(JSON.stringify(server.bodies)).not.toContain('secret');
  });

  it.each<Fault>(['http-500', 'rate-limit', 'connection-reset', 'truncated-body', 'error-in-200'])(
    'tries again after %s, and the reply is the same',
    async (fault) => {
      failFirst(2, fault);
      expect(await requestsWith().ask(question('a'), readText)).toBe('yes');
      expect(server.bodies.length).toBe(3);
    },
  );

  it('waits for a body no longer than the limit', async () => {
    failFirst(1, 'slow-body');
    expect(await requestsWith({}, 100).ask(question('a'), readText)).toBe('yes');
    expect(server.bodies.length).toBe(2);
  });

  it.each<[Fault, number, RegExp]>([
    ['http-500', 3, /failed 3 times, the last time with: 500 Internal error\.$/],
    [
      'truncated-body',
      3,
      /failed 3 times, the last time with: The response is no JSON: \{"choices":\[\{"mess\.$/,
    ],
    ['http-400', 1, /refused the request: 400 context length exceeded\.$/],
    ['no-choices', 1, /is no completion: expected a list `choices`, got fields id, object\./],
  ])('gives up one request after %s', async (fault, attempts, message) => {
    server.fault = () => fault;
    const requests = requestsWith();
    await expect(requests.ask(question('a'), readText)).rejects.toMatchObject({
      name: 'ProviderError',
      isFatal: false,
      message: expect.stringMatching(message),
    });
    expect(server.bodies.length).toBe(attempts);
    server.fault = () => null;
    expect(await requests.ask(question('b'), readText)).toBe('yes');
  });

  it.each<[Fault, RegExp]>([
    ['key-refused', /refused the key for `m`: 401 Incorrect API key provided: \[key\]\. Set/],
    [
      'model-not-found',
      /has no model `m`, or not under this API: 404 model "m" not found, try pulling it first\. Check/,
    ],
    ['quota-spent', /^The quota at `.+` is spent: 429 You exceeded your quota\. What/],
    ['retry-after-an-hour', /asks to wait 3600 s: 429 Rate limit\. What was answered is kept\./],
  ])('asks nothing more after %s', async (fault, message) => {
    failFirst(1, fault);
    const requests = requestsWith();
    await expect(requests.ask(question('a'), readText)).rejects.toThrow(message);
    await expect(requests.ask(question('b'), readText)).rejects.toBeInstanceOf(ProviderError);
    expect(server.bodies.length).toBe(1);
  });

  it('does not keep a refusal as an answer, and counts what it took', async () => {
    failFirst(1, 'refusal-field');
    const log = createMemoryLog();
    const requests = requestsWith({ log });
    await expect(requests.ask(question('a'), readText)).rejects.toBeInstanceOf(NoAnswerError);
    expect(log.served('m').replies).toBe(1);
    expect(await requests.ask(question('a'), readText)).toBe('yes');
  });

  it('makes a prompt that the filter refused a failure of its kind', async () => {
    server.fault = () => 'prompt-filtered';
    await expect(requestsWith().ask(question('a'), readText)).rejects.toMatchObject({
      failure: 'content-filter',
    });
    expect(server.bodies.length).toBe(1);
  });

  it('halves the requests under way when there are too many', async () => {
    const limiter = new AdaptiveLimiter(16);
    failFirst(16, 'rate-limit');
    server.delayMs = 5;
    const requests = requestsWith({ limiter });
    const texts = Array.from({ length: 24 }, (_, index) => requests.ask(question(`q${index}`), readText));
    expect(new Set(await Promise.all(texts))).toEqual(new Set(['yes']));
    expect(server.highest.value).toBeLessThanOrEqual(16);
    expect(limiter.limit).toBeLessThan(12);
  });

  it('stops when the budget is spent, and keeps what was paid for', async () => {
    const log = createMemoryLog();
    const requests = requestsWith({ log, budget: new RequestBudget({ maxRequests: 3 }) });
    const asked = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => requests.ask(question(`q${index}`), readText)),
    );
    expect(asked.map(({ status }) => status).filter((status) => status === 'fulfilled').length).toBe(3);
    await expect(requests.ask(question('more'), readText)).rejects.toBeInstanceOf(IncompleteRunError);
    const more = requestsWith({ log });
    for (let index = 0; index < 6; index++) await more.ask(question(`q${index}`), readText);
    expect(server.bodies.length).toBe(6);
  });

  it('takes a server that does not count to have taken the most', async () => {
    server.fault = () => 'usage-missing';
    const budget = new RequestBudget({ prices: { input: 0, output: 1e6 } });
    await requestsWith({ budget }).ask(question('a'), readText);
    expect(budget.cost).toBe(4);
  });

  it('ends within a second of an abort, whatever it waits for', async () => {
    const waits: [Fault | null, Partial<EndpointRequestsParts>][] = [
      ['slow-body', {}],
      ['http-500', { policy: { ...QUICK, firstWaitMs: 60_000, longestWaitMs: 60_000 } }],
      [null, { limiter: new AdaptiveLimiter(1) }],
    ];
    for (const [fault, parts] of waits) {
      server.fault = () => fault;
      server.delayMs = fault === null ? 5000 : 0;
      const abort = new AbortController();
      const requests = requestsWith({ signal: abort.signal, ...parts });
      const asked = [0, 1].map((index) => requests.ask(question(`q${index}`), readText));
      setTimeout(() => {
        abort.abort();
      }, 50);
      const before = process.hrtime.bigint();
      const outcomes = await Promise.allSettled(asked);
      expect(Number(process.hrtime.bigint() - before) / 1e6).toBeLessThan(1000);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    }
  });

  it('says that nobody listens there', async () => {
    const client = createEndpointClient({
      baseUrl: 'http://127.0.0.1:1024/v1',
      apiKey: null,
      timeoutMs: 5000,
    });
    expect(await messageOf(() => requestsWith({ client }).ask(question('a'), readText))).toMatch(
      /^`http:\/\/127\.0\.0\.1:1024\/v1` failed 3 times, the last time with: ECONNREFUSED/,
    );
  });
});
