import { describe, expect, it } from '@jest/globals';
import { Completion, type CompletionRequest } from '../../src/engine/completion.js';
import { createRandom } from '../../src/random.js';

const SETTINGS = { prompt: [0], maxTokens: 20, temperature: 0, topP: 1, stopTokens: [0] };

/** Each token is one byte of UTF-8. */
function push(
  text: string,
  changes: Partial<CompletionRequest> = {},
): { completion: Completion; settled: string[] } {
  const decode = (ids: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(ids));
  const completion = new Completion({ ...SETTINGS, random: createRandom(1), ...changes }, decode);
  const settled: string[] = [];
  for (const byte of new TextEncoder().encode(text)) {
    if (completion.finishReason !== null) break;
    completion.push(byte);
    settled.push(completion.settledText);
  }
  return { completion, settled };
}

describe('Completion', () => {
  it('ends at a stop token, which is no part of it', () => {
    const { completion } = push('ab\0c');
    expect([completion.text, completion.finishReason, completion.tokens.length]).toEqual(['ab', 'stop', 2]);
  });

  it('ends at its length', () => {
    const { completion } = push('abcdef', { maxTokens: 3 });
    expect([completion.text, completion.finishReason]).toEqual(['abc', 'length']);
  });

  it('ends at the earliest stop text, also at its full length', () => {
    expect(push('one two', { stopTexts: ['wo', ' t'] }).completion.text).toBe('one');
    const { completion } = push('abcd', { stopTexts: ['cd'], maxTokens: 4 });
    expect([completion.text, completion.finishReason]).toEqual(['ab', 'stop']);
  });

  it('settles no half character', () => {
    expect(push('a€b').settled).toEqual(['a', 'a', 'a', 'a€', 'a€b']);
  });

  it('settles nothing that may become a stop text', () => {
    expect(push('aEEEb', { stopTexts: ['EEND'] }).settled).toEqual(['a', 'a', 'a', 'aE', 'aEEEb']);
    expect(push('aEENDb', { stopTexts: ['EEND'] }).settled).toEqual(['a', 'a', 'a', 'a', 'a']);
  });

  it('settles everything once it has ended', () => {
    expect(push('aE\0', { stopTexts: ['END'] }).settled).toEqual(['a', 'a', 'aE']);
  });
});
