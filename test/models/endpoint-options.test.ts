import { describe, expect, it } from '@jest/globals';
import {
  endpointModelId,
  isEndpointReference,
  modelNameOf,
  normalizeBaseUrl,
  OPENAI_BASE_URL,
} from '../../src/models/endpoint-address.js';
import { resolveEndpointOptions } from '../../src/models/endpoint-options.js';
import { messageOf } from '../engine/temporary-folder.js';

describe('endpoint references', () => {
  it('are known by their prefix, and keep the colons and slashes of the name', async () => {
    expect([isEndpointReference('openai:m'), isEndpointReference('models/openai:m')]).toEqual([true, false]);
    expect(modelNameOf('openai:ft:gpt-x:org/a')).toBe('ft:gpt-x:org/a');
    expect(await messageOf(() => modelNameOf('openai:'))).toBe(
      'Model `openai:` has no name: expected `openai:NAME`, got nothing after the colon.',
    );
  });

  it('name the server, unless it is OpenAI', () => {
    expect(endpointModelId('m', OPENAI_BASE_URL)).toBe('m');
    expect(endpointModelId('m', 'http://localhost:8000/v1')).toBe('m@localhost:8000');
    expect(endpointModelId('m', 'https://h/inference/v1')).toBe('m@h/inference/v1');
  });
});

describe('normalizeBaseUrl()', () => {
  it('gives one spelling', () => {
    expect(normalizeBaseUrl('HTTP://Localhost:8000/v1//')).toBe('http://localhost:8000/v1');
  });

  it.each(['localhost:8000', '/v1', 'ftp://h/v1', ''])('refuses %j', async (given) => {
    expect(await messageOf(() => normalizeBaseUrl(given))).toBe(
      'Option `--base-url` is no address: expected one like `http://localhost:8000/v1`. Name scheme, host and path.',
    );
  });

  it.each(['https://user:sk-1@h/v1', 'https://h/v1?key=sk-1', 'https://h/v1#sk-1'])(
    'refuses %j, which may hold a secret, without printing it',
    async (given) => {
      const message = await messageOf(() => normalizeBaseUrl(given));
      expect(message).toMatch(/^Option `--base-url` holds more than an address/);
      expect(message).not.toContain('sk-1');
    },
  );
});

describe('resolveEndpointOptions()', () => {
  it('asks OpenAI by chat, with care', () => {
    expect(resolveEndpointOptions()).toEqual({
      baseUrl: { suspect: OPENAI_BASE_URL, control: OPENAI_BASE_URL },
      apiKey: null,
      api: 'chat',
      concurrency: 16,
      timeoutMs: 300_000,
      withoutLogprobs: 'stop',
      samples: 20,
    });
  });

  it('asks controls where the suspects are, unless they are elsewhere', () => {
    const baseUrl = 'http://a/v1';
    expect(resolveEndpointOptions({ baseUrl }).baseUrl.control).toBe(baseUrl);
    expect(resolveEndpointOptions({ baseUrl, controlBaseUrl: 'http://b/v1/' }).baseUrl).toEqual({
      suspect: baseUrl,
      control: 'http://b/v1',
    });
  });

  it('refuses a limit on cost without prices', async () => {
    expect(await messageOf(() => resolveEndpointOptions({ maxCost: 1 }))).toBe(
      'Option `--max-cost` has nothing to count with: expected the prices of a million tokens, got none. Give `--price-in` and `--price-out`.',
    );
  });
});
