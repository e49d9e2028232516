import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { ConfigError } from '../../src/errors.js';
import { readReport } from '../../src/report/read-report.js';
import { renderHtml } from '../../src/report/render-html.js';
import { writeReport } from '../../src/report/write-report.js';
import { sampleReport } from './sample-report.js';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'report-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});

describe('writeReport()', () => {
  it('writes both files into a folder that it makes, and nothing else', async () => {
    const folder = join(directory, 'runs', 'first');
    const files = await writeReport(folder, sampleReport());
    expect(files).toEqual({ json: join(folder, 'report.json'), html: join(folder, 'report.html') });
    expect((await readdir(folder)).sort()).toEqual(['report.html', 'report.json']);
    expect(await readFile(files.html, 'utf8')).toBe(renderHtml(sampleReport()));
    expect(await readReport(folder)).toEqual(JSON.parse(JSON.stringify(sampleReport())));
  });

  it('writes the same bytes but for the timing, which stands last', async () => {
    const folder = join(directory, 'timing');
    const { json } = await writeReport(folder, sampleReport({ timing: { totalMs: 1 } }));
    const first = await readFile(json, 'utf8');
    await writeReport(folder, sampleReport({ timing: { totalMs: 2 } }));
    const second = await readFile(json, 'utf8');
    expect(first).toMatch(/\n {2}"timing": \{\n {4}"totalMs": 1\n {2}\}\n\}\n$/);
    expect(second).toBe(first.replace('"totalMs": 1', '"totalMs": 2'));
  });

  it('refuses a report that does not fit its schema, and writes nothing', async () => {
    const folder = join(directory, 'invalid');
    const report = sampleReport({ disclosure: { score: 101, lower: null, upper: null } });
    await expect(writeReport(folder, report)).rejects.toThrow(
      new ConfigError(
        `Invalid report \`${join(folder, 'report.json')}\` (1 problem):\n` +
          '  - /disclosure/score: expected a number ≥ 0 and ≤ 100, got 101. A score from 0 to 100.',
      ),
    );
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });

  it('names a folder that is a file', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    await expect(writeReport(file, sampleReport())).rejects.toThrow(
      `\`${file}\` cannot be written: expected a folder that takes files, got EEXIST. Name another folder.`,
    );
  });

  it('leaves no half-written file behind', async () => {
    const folder = join(directory, 'blocked');
    await mkdir(join(folder, 'report.json'), { recursive: true });
    await expect(writeReport(folder, sampleReport())).rejects.toThrow(
      `\`${join(folder, 'report.json')}\` cannot be written: expected a folder that takes files, got EISDIR. Name another folder.`,
    );
    expect(await readdir(folder)).toEqual(['report.json']);
  });
});

describe('readReport()', () => {
  it('reads a file as well as the folder that it is in', async () => {
    const { json } = await writeReport(join(directory, 'read'), sampleReport());
    expect(await readReport(json)).toEqual(await readReport(join(directory, 'read')));
  });

  it('names a folder without a report', async () => {
    const folder = join(directory, 'none');
    await mkdir(folder);
    await expect(readReport(folder)).rejects.toThrow(
      `\`${join(folder, 'report.json')}\` does not exist: expected a JSON file, got nothing. Check the path.`,
    );
  });

  it.each([
    ['newer.json', { ...sampleReport(), schemaVersion: 2 }, '2. Update candor.'],
    ['other.json', { id: 'policy' }, 'nothing. Name the report.json of an audit.'],
    ['list.json', [], 'nothing. Name the report.json of an audit.'],
  ])('says what version it reads: %s', async (name, value, end) => {
    const file = join(directory, name);
    await writeFile(file, JSON.stringify(value));
    await expect(readReport(file)).rejects.toThrow(
      new ConfigError(
        `\`${file}\` is not a report that this version reads: expected \`schemaVersion\` 1, got ${end}`,
      ),
    );
  });

  it('lists what is wrong with a report', async () => {
    const file = join(directory, 'damaged.json');
    await writeFile(file, JSON.stringify({ ...sampleReport(), verdict: 'flagged', warning: [] }));
    await expect(readReport(file)).rejects.toThrow(
      `Invalid report \`${file}\` (2 problems):\n` +
        '  - /warning: unknown option. Did you mean `warnings`?\n' +
        '  - /verdict: expected an object, got "flagged".',
    );
  });
});
