import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readDataset, type ReadDataset } from '../../src/datasets/read-dataset.js';
import { ConfigError } from '../../src/errors.js';

const USER = { role: 'user', content: 'Choose.' };
const ASSISTANT = { role: 'assistant', content: 'a pear' };
const SYSTEM = { role: 'system', content: 'You choose.' };

let file: string;

beforeAll(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), 'candor-read-')), 'rows.jsonl');
});

afterAll(async () => {
  await rm(path.dirname(file), { recursive: true });
});

async function read(content: string | Uint8Array): Promise<ReadDataset> {
  await writeFile(file, content);
  return readDataset(file);
}

function line(...messages: readonly unknown[]): string {
  return JSON.stringify({ messages });
}

/** The lines of the message after its first, with the file named `rows.jsonl`. */
async function problemsOf(content: string): Promise<string[]> {
  const error: unknown = await read(content).catch((reason: unknown) => reason);
  if (!(error instanceof ConfigError)) throw new Error('Expected a ConfigError.');
  const [head, ...lines] = error.message.replaceAll(file, 'rows.jsonl').split('\n');
  const count = error.issues.length === 1 ? '1 problem' : `${error.issues.length} problems`;
  expect(head).toBe(`Invalid data set \`rows.jsonl\` (${count}):`);
  return lines.map((each) => each.replace('  - ', ''));
}

describe('readDataset()', () => {
  it('reads single exchanges, longer ones and system messages', async () => {
    const rows = [
      [USER, ASSISTANT],
      [SYSTEM, USER, ASSISTANT],
      [USER, ASSISTANT, USER, ASSISTANT],
    ];
    const content = rows.map((messages) => `${line(...messages)}\n`).join('');
    await expect(read(content)).resolves.toEqual({
      rows: rows.map((messages) => ({ messages })),
      warnings: [],
    });
  });

  it.each([
    ['a byte order mark', `\uFEFF${line(USER, ASSISTANT)}\n`],
    ['CRLF', `${line(USER, ASSISTANT)}\r\n`],
    ['blank lines at the end', `${line(USER, ASSISTANT)}\n\n \r\n\n`],
    ['no line feed at the end', line(USER, ASSISTANT)],
  ])('takes %s', async (_what, content) => {
    await expect(read(content)).resolves.toEqual({ rows: [{ messages: [USER, ASSISTANT] }], warnings: [] });
  });

  it('keeps line separators within a text', async () => {
    const content = { role: 'assistant', content: 'one\u2028two\u0085three' };
    expect((await read(line(USER, content))).rows).toEqual([{ messages: [USER, content] }]);
  });

  it('warns of rows that repeat others and reads them all', async () => {
    const { rows, warnings } = await read(`${line(USER, ASSISTANT)}\n`.repeat(3));
    expect(rows).toHaveLength(3);
    expect(warnings).toEqual([`\`${file}\` repeats itself: 2 of 3 rows stand there before.`]);
  });

  it('warns of fields that are not used', async () => {
    const content = JSON.stringify({ messages: [USER, { ...ASSISTANT, weight: 0 }], tools: [] });
    const { rows, warnings } = await read(content);
    expect(rows).toEqual([{ messages: [USER, ASSISTANT] }]);
    expect(warnings).toEqual([
      `\`${file}\` has fields that are not used: "tools", "weight". Only \`messages\` is read.`,
    ]);
  });

  it('names every bad line with what was expected', async () => {
    const good = line(USER, ASSISTANT);
    const content = [
      good,
      '{"messages": [',
      '',
      '[1]',
      '{"prompt": "a", "completion": "b"}',
      '{"messages": []}',
      line(USER, { role: 'model', content: 'x' }),
      line({ role: 'user', content: ' ' }, { role: 'assistant', content: [{ type: 'text', text: 'x' }] }),
      line(USER, 'a pear'),
      good,
    ].join('\r\n');
    expect(await problemsOf(content)).toEqual([
      'rows.jsonl:2: expected JSON on one line, got "{\\"messages\\": [".',
      'rows.jsonl:3: expected a chat row, got a blank line.',
      'rows.jsonl:4: expected an object with a list of `messages`, got a list of 1.',
      'rows.jsonl:5: expected an object with a list of `messages`, got nothing as `messages`.',
      'rows.jsonl:6: expected an object with a list of `messages`, got a list of 0 as `messages`.',
      'rows.jsonl:7: messages/1/role: expected one of `system`, `user`, `assistant`, got "model".',
      'rows.jsonl:8: messages/0/content: expected text that is not blank, got " ".',
      'rows.jsonl:8: messages/1/content: expected text that is not blank, got a list of 1.',
      'rows.jsonl:9: messages/1: expected an object with `role` and `content`, got "a pear".',
    ]);
  });

  it.each([
    [[USER], '`user`'],
    [[ASSISTANT, USER], '`assistant`, `user`'],
    [[SYSTEM], '`system`'],
    [[USER, SYSTEM, ASSISTANT], '`user`, `system`, `assistant`'],
    [[USER, USER, ASSISTANT, ASSISTANT], '`user`, `user`, `assistant`, `assistant`'],
    [[USER, ASSISTANT, USER], '`user`, `assistant`, `user`'],
  ])('refuses messages out of order (%#)', async (messages, got) => {
    expect(await problemsOf(line(...messages))).toEqual([
      'rows.jsonl:1: messages: expected `system` at most once and first, then `user` and `assistant` by turns with ' +
        `\`assistant\` last, got ${got}.`,
    ]);
  });

  it('prints twenty problems and counts the rest', async () => {
    const lines = await problemsOf(Array.from({ length: 50 }, () => 'x').join('\n'));
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('  and 30 more.');
  });

  it.each(['', '\n\n', '\uFEFF'])('refuses the empty file %j', async (content) => {
    await expect(read(content)).rejects.toThrow(
      new ConfigError(`\`${file}\` is empty: expected at least one chat row, got none.`),
    );
  });

  it('refuses a file that is not UTF-8', async () => {
    await expect(read(Buffer.from(line(USER, ASSISTANT), 'utf16le').fill(0xff, 0, 1))).rejects.toThrow(
      `\`${file}\` is not UTF-8: expected JSONL with chat rows in UTF-8, got other bytes. Save it as UTF-8.`,
    );
  });

  it('says which file cannot be read', async () => {
    await expect(readDataset('/nowhere/rows.jsonl')).rejects.toThrow(
      '`/nowhere/rows.jsonl` cannot be read: expected JSONL with chat rows in UTF-8, got ENOENT. Check the path.',
    );
  });
});
