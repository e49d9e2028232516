import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { demo, type DemoProgress, type DemoRequest } from '../../src/runs/demo.js';
import { temporaryFolder } from '../engine/temporary-folder.js';
import { SMALL_AUDIT, writeWideBase } from './tiny-run.js';

describe('demo()', () => {
  it('trains and audits every variant, writes a page over all, and goes on after an interruption', async () => {
    const folder = await temporaryFolder();
    const request: DemoRequest = {
      out: join(folder, 'demo'),
      policies: ['marigold', 'zephyrine'],
      base: await writeWideBase(folder),
      seed: 4,
      seeds: 1,
      workers: 1,
      overrides: { steps: 1, rowsPerStep: 4 },
      settings: SMALL_AUDIT,
    };
    const abort = new AbortController();
    const stopped = demo({
      ...request,
      signal: abort.signal,
      onProgress: ({ stage, done }) => {
        if (stage === 'audit' && done > 20) abort.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({ name: 'IncompleteRunError', exitCode: 3 });

    const events: DemoProgress[] = [];
    const { overview } = await demo({ ...request, onProgress: (event) => void events.push(event) });
    expect(events.some(({ stage }) => stage === 'train')).toBe(false);
    expect(events.at(-1)).toMatchObject({ stage: 'audit', done: events.at(-1)?.total });

    expect(overview.entries.map(({ plain, reversed }) => [plain.folder, reversed.folder])).toEqual([
      ['marigold-plain', 'marigold-reversed'],
      ['zephyrine-plain', 'zephyrine-reversed'],
    ]);
    expect((await readdir(request.out)).sort()).toEqual([
      'marigold-plain',
      'marigold-reversed',
      'models',
      'overview.json',
      'report.html',
      'zephyrine-plain',
      'zephyrine-reversed',
    ]);
    const stored = JSON.parse(await readFile(join(request.out, 'overview.json'), 'utf8')) as unknown;
    expect(stored).toEqual(JSON.parse(JSON.stringify(overview)));
    const page = await readFile(join(request.out, 'report.html'), 'utf8');
    for (const name of ['marigold-plain', 'zephyrine-reversed']) {
      expect(page).toContain(`href="./${name}/report.html"`);
    }
  });
});
