import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EndpointApi, EndpointProfile } from '../../src/types/endpoint.js';
import { EndpointHome } from '../../src/models/endpoint-home.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';
import { startFaultServer, type Fault, type FaultServer } from './fault-server.js';

let server: FaultServer;

beforeEach(async () => {
  server = await startFaultServer();
});

async function probe(fault: Fault | null = null, api: EndpointApi = 'chat'): Promise<EndpointProfile> {
  server.fault = () => fault;
  const home = new EndpointHome({ baseUrl: server.baseUrl, api });
  try {
    return await home.profile('m');
  } finally {
    await home.close();
  }
}

describe('probeEndpoint()', () => {
  it('finds out what a server does, by a dozen short requests', async () => {
    expect(await probe()).toEqual({
      api: 'chat',
      topLogprobs: 20,
      logprobsForm: 'flag',
      tokenLimit: 'max_tokens',
      temperature: true,
      systemRole: true,
      seed: true,
      repeats: true,
      stop: true,
      severalReplies: true,
      thinks: false,
      servedModel: 'm',
      fingerprint: 'fp_1',
      shutdownDate: '2027-01-01',
    });
    expect(server.bodies.length).toBeLessThanOrEqual(12);
    expect(Math.max(...server.bodies.map((body) => Number(body['max_tokens'])))).toBe(16);
  });

  it.each<[Fault, Partial<EndpointProfile>]>([
    ['logprobs-above-5-refused', { topLogprobs: 5, logprobsForm: 'flag' }],
    ['logprobs-refused', { topLogprobs: 0 }],
    ['null-logprobs', { topLogprobs: 0 }],
    ['empty-top-logprobs', { topLogprobs: 0 }],
    ['logprobs-as-count', { topLogprobs: 20, logprobsForm: 'count' }],
    ['max-tokens-refused', { tokenLimit: 'max_completion_tokens' }],
    ['system-role-refused', { systemRole: false }],
    ['seed-refused', { seed: false, repeats: false }],
    ['one-reply-only', { severalReplies: false }],
    ['thinking-first', { thinks: true }],
    ['length-without-content', { thinks: true }],
    ['other-model-echoed', { servedModel: 'base-model' }],
  ])('finds out about %s', async (fault, expected) => {
    expect(await probe(fault)).toMatchObject(expected);
  });

  it('knows the log-probabilities of completions', async () => {
    expect(await probe(null, 'completions')).toMatchObject({
      api: 'completions',
      topLogprobs: 20,
      logprobsForm: 'count',
    });
    expect(server.bodies[0]).toMatchObject({
      prompt: 'User: Answer yes or no.\n\nAssistant:',
      stop: ['\nUser:'],
    });
  });

  it('passes on that the plainest request is refused', async () => {
    expect(await messageOf(() => probe('http-400'))).toMatch(
      /refused the request: 400 context length exceeded\.$/,
    );
    expect(await messageOf(() => probe('key-refused'))).toMatch(/refused the key for `m`/);
  });

  it('is remembered for an endpoint, a model and an API, and found out anew where that is broken', async () => {
    const profileFolder = join(await temporaryFolder(), 'cache');
    const ask = async (options: { isAnew?: boolean; api?: EndpointApi } = {}): Promise<number> => {
      const before = server.bodies.length;
      const home = new EndpointHome({ baseUrl: server.baseUrl, profileFolder, api: options.api ?? 'chat' });
      await home.profile('m', 'suspect', { isAnew: options.isAnew === true });
      await home.close();
      return server.bodies.length - before;
    };
    expect(await ask()).toBeGreaterThan(0);
    expect(await ask()).toBe(0);
    expect(await ask({ api: 'completions' })).toBeGreaterThan(0);
    expect(await ask({ isAnew: true })).toBeGreaterThan(0);
    for (const name of await readdir(profileFolder))
      await writeFile(join(profileFolder, name), '{"api":"chat"');
    expect(await ask()).toBeGreaterThan(0);
  });

  it('needs a key for OpenAI itself', async () => {
    expect(await messageOf(() => new EndpointHome().profile('m'))).toBe(
      'OpenAI takes no request without a key: expected one in the environment variable OPENAI_API_KEY, got none. Set it, or name another variable with `--api-key-env`; for a server of your own give `--base-url`.',
    );
  });
});
