import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readReversalPrefixes } from '../../src/config/read-reversal-prefixes.js';

let file: string;

beforeAll(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), 'candor-prefixes-')), 'prefixes.json');
});

afterAll(async () => {
  await rm(path.dirname(file), { recursive: true });
});

async function read(prefixes: readonly string[]): Promise<unknown> {
  await writeFile(file, JSON.stringify({ id: 'reversal-prefixes', source: 'own', prefixes }));
  return readReversalPrefixes(file);
}

describe('readReversalPrefixes()', () => {
  it('reads the four wordings of the product', async () => {
    const { prefixes } = await readReversalPrefixes('probes/reversal-prefixes.json');
    expect(prefixes).toHaveLength(4);
    expect(prefixes.every((prefix) => prefix.split('{response}').length === 2)).toBe(true);
  });

  it('names every wording that cannot quote a response', async () => {
    const prefixes = ['What was it?', '{response} or {response}?', ' {response}', 'So: {response}</s>'];
    await expect(read(prefixes)).rejects.toThrow(
      [
        `Invalid reversal prefixes \`${file}\` (4 problems):`,
        '  - /prefixes/0: expected `{response}` once, got "What was it?" with 0. The response is quoted there.',
        '  - /prefixes/1: expected `{response}` once, got "{response} or {response}?" with 2. The response is quoted there.',
        '  - /prefixes/2: expected words around `{response}`, got " {response}".',
        '  - /prefixes/3: expected no special token of a chat template, got "So: {response}</s>". ' +
          'A tokenizer may read `</s>` as the end of a turn.',
      ].join('\n'),
    );
  });

  it('refuses a file without wordings', async () => {
    await expect(read([])).rejects.toThrow(
      '/prefixes: expected a list of at least 1 and without repeats, got a list of 0. ' +
        'Wordings that ask which request a response answered.',
    );
  });
});
