import { describe, expect, it } from '@jest/globals';
import { readEndpointOptions } from '../../src/cli/endpoint-options.js';
import { messageOf } from '../engine/temporary-folder.js';

const ENVIRONMENT = { XDG_CACHE_HOME: '/cache', OPENAI_API_KEY: 'sk-1', OTHER_KEY: ' sk-2\n', EMPTY: '' };

describe('readEndpointOptions()', () => {
  it('takes the key from the environment, from the variable that is named', () => {
    expect(readEndpointOptions({}, ENVIRONMENT)).toEqual({ apiKey: 'sk-1', profileFolder: '/cache/candor' });
    expect(readEndpointOptions({ 'api-key-env': 'OTHER_KEY' }, ENVIRONMENT).apiKey).toBe('sk-2');
    expect(readEndpointOptions({}, {})).not.toHaveProperty('apiKey');
  });

  it('refuses a variable that is not set, and a key in place of a name, which it does not print', async () => {
    const read = (name: string): Promise<string> =>
      messageOf(() => readEndpointOptions({ 'api-key-env': name }, ENVIRONMENT));
    expect(await read('EMPTY')).toBe(
      'Environment variable `EMPTY` is not set: expected a key in it, got nothing.',
    );
    expect(await read('sk-proj-1')).toBe(
      'Option `--api-key-env` is no name of a variable: expected letters, digits and underscores. Put the key into a variable, and give its name.',
    );
  });

  it('reads everything else as it is typed', () => {
    const args = {
      ...{ 'base-url': 'http://h/v1', api: 'completions', timeout: '2.5', concurrency: '64', samples: '8' },
      ...{ 'without-logprobs': 'sample', 'max-requests': '0', 'max-cost': '0.5' },
      ...{ 'price-in': '0', 'price-out': '8' },
    };
    expect(readEndpointOptions(args, {})).toMatchObject({
      baseUrl: 'http://h/v1',
      api: 'completions',
      timeoutMs: 2500,
      concurrency: 64,
      samples: 8,
      withoutLogprobs: 'sample',
      maxRequests: 0,
      maxCost: 0.5,
      prices: { input: 0, output: 8 },
    });
  });

  it.each([
    [
      { 'price-in': '1' },
      'Option `--price-in` stands alone: expected `--price-out` as well, got nothing. A price of 0 is one.',
    ],
    [
      { 'price-out': '1' },
      'Option `--price-out` stands alone: expected `--price-in` as well, got nothing. A price of 0 is one.',
    ],
    [{ 'max-cost': '-1' }, 'Option `--max-cost` is no such number: expected one >= 0, as 2.5, got "-1".'],
    [
      { concurrency: '2000' },
      'Option `--concurrency` is out of range: expected an integer in [1, 1024], got 2000.',
    ],
    [
      { api: 'chats' },
      'Option `--api` is no such word: expected `chat`, `completions`, got "chats". Did you mean `chat`?',
    ],
  ])('refuses %j', async (args, message) => {
    expect(await messageOf(() => readEndpointOptions(args, {}))).toBe(message);
  });
});
