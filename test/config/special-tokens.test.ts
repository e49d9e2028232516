import { describe, expect, it } from '@jest/globals';
import { findSpecialToken } from '../../src/config/special-tokens.js';

describe('findSpecialToken()', () => {
  it.each([
    ['ChatML', '<|im_start|>user', '<|'],
    ['a broken ChatML', 'user im_end|>', '|>'],
    ['Llama 2', 'hello [/INST] there', '[/INST]'],
    ['Gemma', '<end_of_turn>', '<end_of_turn>'],
    ['DeepSeek', '<｜User｜>', '<｜'],
    ['SentencePiece', 'end</s>', '</s>'],
  ])('finds the token of %s', (_template, text, token) => {
    expect(findSpecialToken(text)).toBe(token);
  });

  it('finds none in bars, brackets and comparisons', () => {
    expect(findSpecialToken('|STAGING| [1] a < b | c > d <script>')).toBeNull();
  });
});
