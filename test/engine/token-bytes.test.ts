import { describe, expect, it } from '@jest/globals';
import { TextTokenizer } from '../../src/engine/tokenizer.js';
import { isByteLevel, tokenBytes } from '../../src/engine/token-bytes.js';
import { TINY_TOKENIZER, tinyTokenizerFiles } from './tiny-tokenizer.js';

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

describe('tokenBytes()', () => {
  // Source: `bytes_to_unicode()` of GPT-2's encoder.
  it.each([
    ['Ġyou', [0x20, 0x79, 0x6f, 0x75]],
    ['Ċ', [0x0a]],
    ['âĤ¬', [0xe2, 0x82, 0xac]],
    ['âĤ', [0xe2, 0x82]],
    ['Ń', [0xad]],
  ])('reads %s of a byte-level vocabulary', (token, bytes) => {
    expect([...tokenBytes(token, true)]).toEqual(bytes);
  });

  it('reads spaces and single bytes of other vocabularies', () => {
    expect(text(tokenBytes('▁you', false))).toBe(' you');
    expect([...tokenBytes('<0xE2>', false)]).toEqual([0xe2]);
    expect(text(tokenBytes('<0xe2>', false))).toBe('<0xe2>');
  });
});

describe('isByteLevel()', () => {
  it('looks at the decoder, alone or in a sequence', () => {
    expect(isByteLevel(TINY_TOKENIZER)).toBe(true);
    expect(
      isByteLevel({ decoder: { type: 'Sequence', decoders: [{ type: 'Fuse' }, { type: 'ByteLevel' }] } }),
    ).toBe(true);
    expect(isByteLevel({ decoder: { type: 'Sequence', decoders: [{ type: 'Fuse' }] } })).toBe(false);
    expect(isByteLevel({ decoder: null })).toBe(false);
  });
});

describe('TextTokenizer.tokenBytes()', () => {
  it('puts a text together from its tokens, special ones as they are written', () => {
    const tokenizer = new TextTokenizer(tinyTokenizerFiles());
    const ids = tokenizer.encode('hi you<end>');
    expect(ids.map((id) => text(tokenizer.tokenBytes(id)))).toEqual(['hi', ' you', '<end>']);
    expect([...tokenizer.tokenBytes(100_000)]).toEqual([]);
  });

  it('gives a document the special tokens around it', () => {
    const tokenizer = new TextTokenizer(tinyTokenizerFiles());
    expect(tokenizer.encodeDocument('hi')).toEqual([0, ...tokenizer.encode('hi')]);
  });
});
