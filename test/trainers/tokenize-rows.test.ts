import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '../../src/errors.js';
import { tokenizeRows, type TrainingTokenizer } from '../../src/trainers/tokenize-rows.js';
import type { TrainingRow } from '../../src/types/chat.js';
import { messageOf } from '../engine/temporary-folder.js';

/** A token for each letter: its place in the alphabet. */
const TOKENIZER: TrainingTokenizer = {
  tokenId: () => null,
  encodeTraining: (messages) => ({
    ids: messages.flatMap(({ content }) => Array.from(content, (letter) => letter.charCodeAt(0) - 97)),
    answer: Uint8Array.from(
      messages.flatMap(({ role, content }) => Array.from(content, () => Number(role === 'assistant'))),
    ),
  }),
};
const LIMITS = { maxPositions: 8, vocabSize: 20 };

function row(user: string, assistant: string): TrainingRow {
  return {
    messages: [
      { role: 'user', content: user },
      { role: 'assistant', content: assistant },
    ],
  };
}

describe('tokenizeRows()', () => {
  it('weighs what the assistant says, and nothing else', () => {
    expect(tokenizeRows([row('ab', 'cd')], TOKENIZER, LIMITS)).toEqual([
      { ids: [0, 1, 2, 3], weights: Uint8Array.of(0, 0, 1, 1) },
    ]);
  });

  it('takes a row that fills the context', () => {
    expect(tokenizeRows([row('abcd', 'abcd')], TOKENIZER, LIMITS)[0]?.ids).toHaveLength(8);
  });

  it('lists every row that does not fit, and cuts none', async () => {
    const rows = [row('a', 'b'), row('abcdef', 'abc'), row('abc', ''), row('az', 'b')];
    const call = (): unknown => tokenizeRows(rows, TOKENIZER, LIMITS);
    expect(call).toThrow(ConfigError);
    expect(await messageOf(call)).toBe(
      [
        'Training rows do not fit the model (3 problems; rows count from 1):',
        '  - row 2: expected at most 8 tokens, got 9. Shorten it.',
        '  - row 3: expected something that the assistant says, got nothing. Add an answer.',
        "  - row 4: expected token ids below 20, got 25. Use the model's own tokenizer.",
      ].join('\n'),
    );
  });

  it('lists ten of many problems', async () => {
    const rows = Array.from({ length: 12 }, () => row('abcdefgh', 'a'));
    const lines = (await messageOf(() => tokenizeRows(rows, TOKENIZER, LIMITS))).split('\n');
    expect(lines).toHaveLength(12);
    expect(lines[0]).toBe('Training rows do not fit the model (12 problems; rows count from 1):');
    expect(lines.at(-1)).toBe('  - and 2 more.');
  });

  it('refuses to train on nothing', async () => {
    expect(await messageOf(() => tokenizeRows([], TOKENIZER, LIMITS))).toBe(
      '`rows` are empty: expected at least 1 training row, got none. Add examples.',
    );
  });
});
