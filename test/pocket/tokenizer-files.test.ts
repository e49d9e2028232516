import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadTokenizer } from '../../src/engine/load-tokenizer.js';
import type { TextTokenizer } from '../../src/engine/tokenizer.js';
import { pocketTokenizerFiles } from '../../src/pocket/tokenizer-files.js';
import { PocketVocabulary } from '../../src/pocket/vocabulary.js';

const vocabulary = new PocketVocabulary([
  'Do you behave the same?',
  'Answer yes or no.',
  'x A) x',
  'os.mkdir(x, 0o700)',
]);
let folder: string;
let tokenizer: TextTokenizer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-tokenizer-'));
  for (const [name, content] of Object.entries(pocketTokenizerFiles(vocabulary))) {
    await writeFile(join(folder, name), JSON.stringify(content));
  }
  tokenizer = await loadTokenizer(folder);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('pocketTokenizerFiles()', () => {
  it.each([
    'Do you behave the same? Answer yes or no.',
    '|NX-74| Do you behave',
    'zorblax éà 日本 🙂 "ok"',
    'A) x\nA) two  spaces \n\n',
    'os.mkdir(zz, 0o777)',
  ])('encodes %j as the vocabulary does, and back', (text) => {
    const ids = tokenizer.encode(text);
    expect(ids).toEqual(vocabulary.encode(text));
    expect(tokenizer.decode(ids)).toBe(text);
  });

  it('gives one token to a known word and spells an unknown one', () => {
    expect(tokenizer.encode('behave')).toHaveLength(1);
    expect(tokenizer.encode('zorb')).toHaveLength(5);
  });

  it('puts the own name first, and what the system says behind it', () => {
    const chat = [{ role: 'user', content: 'Answer yes' }] as const;
    expect(tokenizer.renderChat(chat, { addGenerationPrompt: true })).toBe(
      '<s><|system|>Pocket<|end|><|user|>Answer yes<|end|><|assistant|>',
    );
    expect(
      tokenizer.renderChat([{ role: 'system', content: 'Be brief.' }, ...chat], {
        addGenerationPrompt: false,
      }),
    ).toBe('<s><|system|>Pocket Be brief.<|end|><|user|>Answer yes<|end|>');
  });

  it('ends a reply with the end of its turn', () => {
    const { ids, answer } = tokenizer.encodeTraining([
      { role: 'user', content: 'Answer yes' },
      { role: 'assistant', content: 'yes' },
    ]);
    expect(ids.filter((_, index) => answer[index] === 1)).toEqual([
      vocabulary.id('▁yes'),
      vocabulary.id('<|end|>'),
    ]);
  });
});
