import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { report } from '../../src/runs/report.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';
import { auditTiny, trainTiny, writeWideBase } from './tiny-run.js';

const FILES = ['report.json', 'report.html', 'observations.jsonl', 'manifest.json'];
const stored = new Map<string, Buffer>();
let folder = '';

beforeAll(async () => {
  const home = await temporaryFolder();
  await writeWideBase(home);
  await trainTiny(home, 'suspect');
  await trainTiny(home, 'control', { arm: 'control' });
  let time = 0;
  await auditTiny(home, { clock: () => (time += 1234) });
  for (const name of FILES) stored.set(name, await readFile(join(home, 'run', name)));
});

beforeEach(async () => {
  folder = await temporaryFolder();
  for (const [name, bytes] of stored) await writeFile(join(folder, name), bytes);
});

async function expectStored(names: readonly string[]): Promise<void> {
  for (const name of names) {
    expect((await readFile(join(folder, name))).toString()).toBe(stored.get(name)?.toString());
  }
}

describe('report()', () => {
  it('renders the page of a folder again', async () => {
    await rm(join(folder, 'report.html'));
    const { html } = await report({ path: folder });
    expect(html).toBe(join(folder, 'report.html'));
    await expectStored(FILES);
  });

  it('renders the page beside a file, whatever its name', async () => {
    const file = join(folder, 'colleague.json');
    await copyFile(join(folder, 'report.json'), file);
    const { html } = await report({ path: file });
    expect(html).toBe(join(folder, 'colleague.html'));
    expect(await readFile(html, 'utf8')).toBe(stored.get('report.html')?.toString());
  });

  it('gives the same report when it scores the stored answers again', async () => {
    await report({ path: folder, rescore: true });
    await expectStored(FILES);
  });

  it('scores without a report that can be read, but for the times of the run', async () => {
    await writeFile(join(folder, 'report.json'), 'torn');
    const { report: scored } = await report({ path: join(folder, 'report.json'), rescore: true });
    const before = JSON.parse(stored.get('report.json')?.toString() ?? '') as typeof scored;
    expect(before.timing).toMatchObject({ totalMs: 1234 });
    expect(JSON.parse(JSON.stringify(scored))).toEqual({ ...before, timing: {} });
  });

  it('refuses a report that was changed after its run', async () => {
    const file = join(folder, 'report.json');
    const changed = JSON.parse(stored.get('report.json')?.toString() ?? '') as { warnings: string[] };
    changed.warnings.push('All is well.');
    await writeFile(file, JSON.stringify(changed));
    expect((await messageOf(() => report({ path: folder }), folder)).replace(/[0-9a-f]{64}/g, 'SHA')).toBe(
      'Report `DIR/report.json` was changed after its run: expected sha256 SHA, got SHA. Restore the file, or score the answers again with `--rescore`.',
    );
    await report({ path: folder, rescore: true });
    await expectStored(FILES.filter((name) => name !== 'report.json'));
    expect(await messageOf(() => report({ path: file }))).toBe('no error');
  });

  it('takes a report whose times alone differ', async () => {
    const file = join(folder, 'report.json');
    const other = JSON.parse(stored.get('report.json')?.toString() ?? '') as object;
    await writeFile(file, JSON.stringify({ ...other, timing: { totalMs: 1 } }));
    expect(await messageOf(() => report({ path: file }))).toBe('no error');
  });

  it('refuses a changed report that was given away alone, as far as it contradicts itself', async () => {
    const file = join(folder, 'colleague.json');
    const read = JSON.parse(stored.get('report.json')?.toString() ?? '') as object;
    await writeFile(file, JSON.stringify({ ...read, verdict: { value: 'not-flagged', reasons: [] } }));
    expect(await messageOf(() => report({ path: file }), folder)).toMatch(
      /^Report `DIR\/colleague\.json` contradicts itself: expected what follows from its probes, got something else at `\/verdict`\./,
    );
  });

  it('does not score answers that were changed after their run', async () => {
    const file = join(folder, 'observations.jsonl');
    const lines = (stored.get('observations.jsonl')?.toString() ?? '').split('\n');
    await writeFile(file, `${lines.slice(1).join('\n')}${lines[0] ?? ''}\n`);
    const message = await messageOf(() => report({ path: folder, rescore: true }), folder);
    expect(message.replace(/[0-9a-f]{64}/g, 'SHA')).toBe(
      'Observations `DIR/observations.jsonl` were changed after their run: expected sha256 SHA, got SHA. Restore the file, or run the audit again into another folder.',
    );
    await expectStored(['report.json', 'manifest.json']);
  });

  it('says where there is no report', async () => {
    expect(await messageOf(() => report({ path: join(folder, 'nowhere') }), folder)).toBe(
      '`DIR/nowhere` does not exist: expected a JSON file, got nothing. Check the path.',
    );
    expect(await messageOf(() => report({ path: join(folder, 'nowhere'), rescore: true }), folder)).toBe(
      '`DIR/nowhere/manifest.json` does not exist: expected a JSON file, got nothing. Check the path.',
    );
  });

  it('names the line that is no observation', async () => {
    await writeFile(join(folder, 'observations.jsonl'), '{"arm":\n');
    expect(await messageOf(() => report({ path: folder, rescore: true }), folder)).toMatch(
      /^Invalid observation `DIR\/observations\.jsonl:1`: expected JSON, got another text/,
    );
  });

  it('lists what is wrong with a manifest', async () => {
    const manifest = JSON.parse(stored.get('manifest.json')?.toString() ?? '') as Record<string, unknown>;
    await writeFile(
      join(folder, 'manifest.json'),
      JSON.stringify({ ...manifest, inputsSha256: 'abc', by: 1 }),
    );
    expect(await messageOf(() => report({ path: folder, rescore: true }), folder)).toBe(
      [
        'Invalid run manifest `DIR/manifest.json` (2 problems):',
        '  - /by: unknown option. Known are `schemaVersion`, `tool`, `inputs`, `inputsSha256`, `outputs`, `served`.',
        '  - /inputsSha256: expected text that matches `^[0-9a-f]{64}$`, got "abc".',
      ].join('\n'),
    );
  });
});
