import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadBase } from '../../src/trainers/load-base.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';
import { writeTinyBase } from './tiny-base.js';

describe('loadBase()', () => {
  it('refuses a tokenizer with more ids than the model has rows, before anything is trained', async () => {
    const folder = await temporaryFolder();
    const { directory } = await writeTinyBase(folder);
    const file = join(directory, 'tokenizer.json');
    const tokenizer = JSON.parse(await readFile(file, 'utf8')) as {
      model: { vocab: Record<string, number> };
    };
    tokenizer.model.vocab['ö'] = 100;
    await writeFile(file, JSON.stringify(tokenizer));
    expect(await messageOf(() => loadBase(directory), folder)).toBe(
      'Tokenizer of `DIR/base` does not fit the model: expected at most 100 token ids, got 101. Use the tokenizer that the model was trained with.',
    );
  });
});
