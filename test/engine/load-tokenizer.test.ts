import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadTokenizer } from '../../src/engine/load-tokenizer.js';
import { messageOf, temporaryFolder } from './temporary-folder.js';
import { TINY_TOKENIZER, TINY_TOKENIZER_CONFIG } from './tiny-tokenizer.js';

const FILES = { 'tokenizer.json': TINY_TOKENIZER, 'tokenizer_config.json': TINY_TOKENIZER_CONFIG };

async function writeFiles(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const options = { addGenerationPrompt: false };

describe('loadTokenizer()', () => {
  it('reads the two files that it needs', async () => {
    const tokenizer = await loadTokenizer(await writeFiles(FILES));
    expect(tokenizer.decode(tokenizer.encode('hi you'))).toBe('hi you');
    expect(tokenizer.renderChat([{ role: 'user', content: 'hi' }], options)).toBe('<turn>user\nhi<end>\n');
  });

  it('prefers chat_template.jinja', async () => {
    const tokenizer = await loadTokenizer(await writeFiles({ ...FILES, 'chat_template.jinja': 'jinja' }));
    expect(tokenizer.renderChat([], options)).toBe('jinja');
  });

  it('collects the ids that end generation', async () => {
    const folder = await writeFiles({
      ...FILES,
      'generation_config.json': { eos_token_id: [8, 9] },
      'config.json': { eos_token_id: 10 },
    });
    expect((await loadTokenizer(folder)).eosTokenIds).toEqual([8, 9, 10, 3, 1]);
  });

  it.each(['tokenizer.json', 'tokenizer_config.json'])('refuses a folder without %s', async (name) => {
    const folder = await writeFiles(
      Object.fromEntries(Object.entries(FILES).filter(([key]) => key !== name)),
    );
    expect(await messageOf(() => loadTokenizer(folder), folder)).toBe(
      `Tokenizer file \`DIR/${name}\` is missing: expected a JSON object, got no such file. ` +
        'Save the tokenizer into the model folder with `tokenizer.save_pretrained`.',
    );
  });

  it('refuses files that are no JSON objects', async () => {
    const list = await writeFiles({ ...FILES, 'tokenizer.json': [] });
    expect(await messageOf(() => loadTokenizer(list), list)).toBe(
      'Tokenizer file `DIR/tokenizer.json` is unusable: expected a JSON object, got []. ' +
        'Save the tokenizer into the model folder with `tokenizer.save_pretrained`.',
    );
    const broken = await writeFiles({ ...FILES, 'tokenizer_config.json': '{' });
    expect(await messageOf(() => loadTokenizer(broken), broken)).toBe(
      '`DIR/tokenizer_config.json` is not JSON at line 1, column 2: expected a name in double quotes or `}`, ' +
        'got the end of the file. Copy or download it again.',
    );
    const folder = await writeFiles({ 'tokenizer_config.json': {} });
    await mkdir(join(folder, 'tokenizer.json'));
    expect(await messageOf(() => loadTokenizer(folder), folder)).toMatch(
      /^`DIR\/tokenizer\.json` cannot be read: EISDIR/,
    );
  });
});
