import { describe, expect, it } from '@jest/globals';
import { Completion } from '../../src/engine/completion.js';
import { ReplyCutter, type ReplyPiece } from '../../src/engine/cut-reply.js';
import { createRandom } from '../../src/random.js';

/** Token ids are bytes. */
function decode(ids: readonly number[]): string {
  return Buffer.from(ids).toString();
}

function piecesOf(
  text: string,
  stopTexts: readonly string[] = [],
): { pieces: ReplyPiece[]; reply: Completion } {
  const bytes = [...Buffer.from(text)];
  const sampling = { maxTokens: bytes.length, temperature: 0, topP: 1, random: createRandom(1) };
  const reply = new Completion({ ...sampling, prompt: [1], stopTokens: [], stopTexts }, decode);
  const cutter = new ReplyCutter(reply, decode);
  const pieces: ReplyPiece[] = [];
  for (const byte of bytes) {
    if (reply.finishReason !== null) break;
    reply.push(byte);
    pieces.push(cutter.next());
  }
  return { pieces, reply };
}

describe('ReplyCutter', () => {
  it.each(['plain', 'a€b', '😀', 'né 😀😀 ß'])(
    'gives the text %s with all of its tokens, in order',
    (text) => {
      const { pieces } = piecesOf(text);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      expect(decode(pieces.flatMap(({ tokens }) => tokens))).toBe(text);
    },
  );

  it('gives half a character with none of its bytes', () => {
    const { pieces } = piecesOf('a€');
    expect(pieces.map(({ text, tokens }) => [text, tokens.length])).toEqual([
      ['a', 1],
      ['', 0],
      ['', 0],
      ['€', 3],
    ]);
  });

  it('keeps back what may become a stop text, and leaves its tokens out', () => {
    const { pieces, reply } = piecesOf('ab<x<end>cd', ['<end>']);
    expect(pieces.map(({ text }) => text)).toEqual(['a', 'b', '', '<x', '', '', '', '', '']);
    expect(decode(pieces.flatMap(({ tokens }) => tokens))).toBe('ab<x');
    expect(decode(new ReplyCutter(reply, decode).next().tokens)).toBe('ab<x');
  });

  it('gives what is left of a reply that ends in half a character', () => {
    const sampling = { maxTokens: 2, temperature: 0, topP: 1, random: createRandom(1) };
    const reply = new Completion({ ...sampling, prompt: [1], stopTokens: [] }, decode);
    for (const byte of [0x61, 0xe2]) reply.push(byte);
    expect(new ReplyCutter(reply, decode).next()).toEqual({
      text: 'a\uFFFD',
      tokens: [0x61, 0xe2],
      logprobs: [],
    });
  });
});
