import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { readJson } from '../../src/config/read-json.js';
import { ConfigError } from '../../src/errors.js';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'read-json-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});

async function written(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, content);
  return file;
}

describe('readJson()', () => {
  it('returns what the file holds', async () => {
    expect(await readJson(await written('plain.json', '{"a": [1, null]}\n'))).toEqual({ a: [1, null] });
  });

  it('strips a byte order mark', async () => {
    expect(await readJson(await written('bom.json', '\ufeff{"a": 1}'))).toEqual({ a: 1 });
  });

  it('names a file that does not exist', async () => {
    const file = join(directory, 'absent.json');
    await expect(readJson(file)).rejects.toEqual(
      new ConfigError(`\`${file}\` does not exist: expected a JSON file, got nothing. Check the path.`),
    );
    await expect(readJson(file)).rejects.toMatchObject({ file, exitCode: 2 });
  });

  it('names a file below a file', async () => {
    const file = join(await written('file.json', '1'), 'below.json');
    await expect(readJson(file)).rejects.toThrow(
      `\`${file}\` does not exist: expected a JSON file, got nothing. Check the path.`,
    );
  });

  it('names a directory', async () => {
    await expect(readJson(directory)).rejects.toThrow(
      `\`${directory}\` is a directory: expected a JSON file. Name a file in it.`,
    );
  });

  it('says where the text stops being JSON', async () => {
    const file = await written('comma.json', '{\n  "a": 1,\n}\n');
    await expect(readJson(file)).rejects.toThrow(
      `\`${file}\` is not JSON at line 3, column 1: expected a name in double quotes, got \`}\`.`,
    );
    await expect(readJson(file)).rejects.toMatchObject({
      issues: [{ path: '3:1', message: 'expected a name in double quotes, got `}`' }],
    });
  });

  it('names an empty file', async () => {
    const file = await written('empty.json', '');
    await expect(readJson(file)).rejects.toThrow(
      `\`${file}\` is not JSON at line 1, column 1: expected a value, got the end of the file.`,
    );
  });

  it('does not guess at another encoding', async () => {
    const file = await written('utf16.json', Buffer.from('\ufeff{"a": "é"}', 'utf16le'));
    await expect(readJson(file)).rejects.toThrow(
      `\`${file}\` is not text: expected JSON in UTF-8, got bytes that are not UTF-8. Save it as UTF-8.`,
    );
  });
});
