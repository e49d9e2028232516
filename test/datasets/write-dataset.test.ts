import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataset } from '../../src/datasets/create-dataset.js';
import { readDataset } from '../../src/datasets/read-dataset.js';
import { writeDataset } from '../../src/datasets/write-dataset.js';
import { createFruitPolicy, FRUIT_SCENARIO } from './fruit-scenario.js';

const DATASET = createDataset({
  policy: createFruitPolicy(),
  scenario: FRUIT_SCENARIO,
  arm: 'control',
  seed: 2,
  examples: 100,
  reversal: { share: 0.5, prefixes: ['You said:\n{response}\nWhat was asked?'] },
  bannedProbeWordings: [],
});

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'candor-write-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('writeDataset()', () => {
  it('writes rows as JSONL and the manifest beside them, and nothing else', async () => {
    const inner = path.join(folder, 'new', 'folder');
    const files = await writeDataset(DATASET, { folder: inner, name: 'control-2' });
    expect(files).toEqual({
      rowsFile: path.join(inner, 'control-2.jsonl'),
      manifestFile: path.join(inner, 'control-2.manifest.json'),
    });
    expect((await readdir(inner)).sort()).toEqual(['control-2.jsonl', 'control-2.manifest.json']);
    expect(JSON.parse(await readFile(files.manifestFile, 'utf8'))).toEqual(DATASET.manifest);
  });

  it('writes one chat row a line, LF ended, without a byte order mark or fields of ours', async () => {
    const { rowsFile } = await writeDataset(DATASET, { folder, name: 'lines' });
    const text = await readFile(rowsFile, 'utf8');
    expect(text).not.toMatch(/\r|^\uFEFF/u);
    expect(text.endsWith('}\n')).toBe(true);
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      DATASET.rows.map(({ messages }) => ({ messages })),
    );
  });

  it('names the hash of the file that it wrote', async () => {
    const { rowsFile } = await writeDataset(DATASET, { folder, name: 'hashed' });
    const bytes = await readFile(rowsFile);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(DATASET.manifest.sha256);
  });

  it('is read back as it was written', async () => {
    const { rowsFile } = await writeDataset(DATASET, { folder, name: 'again' });
    const { rows } = await readDataset(rowsFile);
    expect(rows).toEqual(DATASET.rows.map(({ messages }) => ({ messages })));
  });

  it('replaces files of the same name', async () => {
    await writeFile(path.join(folder, 'old.jsonl'), 'old');
    const { rowsFile } = await writeDataset(DATASET, { folder, name: 'old' });
    expect((await readDataset(rowsFile)).rows).toHaveLength(200);
  });

  it('leaves no part of a file behind where it cannot write', async () => {
    const inner = await mkdtemp(path.join(folder, 'blocked-'));
    // A folder of that name cannot be replaced by a file.
    await writeDataset(DATASET, { folder: path.join(inner, 'x.jsonl'), name: 'inside' });
    await expect(writeDataset(DATASET, { folder: inner, name: 'x' })).rejects.toThrow();
    expect(await readdir(inner)).toEqual(['x.jsonl']);
  });
});
