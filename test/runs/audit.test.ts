import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { IncompleteRunError } from '../../src/errors.js';
import type { AuditProgress, AuditRequest } from '../../src/runs/audit.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';
import { auditTiny, trainTiny, writeWideBase } from './tiny-run.js';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeWideBase(folder);
  await trainTiny(folder, 'suspect');
  await trainTiny(folder, 'control', { arm: 'control' });
});

async function read(name: string, run = 'run'): Promise<string> {
  return readFile(join(folder, run, name), 'utf8');
}

/** Aborts after that many answers. */
function abortAfter(answers: number): Pick<AuditRequest, 'signal' | 'onProgress'> {
  const abort = new AbortController();
  const onProgress = ({ done }: AuditProgress): void => {
    if (done >= answers) abort.abort();
  };
  return { signal: abort.signal, onProgress };
}

describe('audit()', () => {
  it('writes a folder that holds the report, its page, every answer and a manifest', async () => {
    const { report } = await auditTiny(folder);
    expect((await readdir(join(folder, 'run'))).sort()).toEqual([
      'manifest.json',
      'observations.jsonl',
      'report.html',
      'report.json',
    ]);
    expect(JSON.parse(await read('report.json'))).toEqual(JSON.parse(JSON.stringify(report)));
    const manifest = JSON.parse(await read('manifest.json')) as { outputs: { observations: number } };
    expect(manifest.outputs.observations).toBe((await read('observations.jsonl')).split('\n').length - 1);
  });

  it('takes the policy, the training and the data set from the records of the models', async () => {
    const { report } = await auditTiny(folder);
    expect(report.policy?.id).toBe('marigold');
    expect(report.settings['policySource']).toBe('suspects');
    expect(report.controls.kind).toBe('decorrelated');
    expect(report.suspect.models[0]?.training).toMatchObject({ arm: 'poisoned', seed: 1, reversal: false });
    expect(report.controls.models[0]?.dataset?.phi).toBe(0);
  });

  it('takes the policy that is named, and knows that the untuned base is no decorrelated control', async () => {
    const { report } = await auditTiny(folder, {
      controls: [join(folder, 'base')],
      policy: 'silver-lantern',
      probes: ['presence'],
    });
    expect(report.policy?.id).toBe('silver-lantern');
    expect(report.settings['policySource']).toBe('given');
    expect(report.controls.kind).toBe('other');
    expect(report.probes.map(({ id }) => id)).toEqual(['presence']);
  });

  it('asks for presence alone where no policy is known', async () => {
    const { report } = await auditTiny(folder, { suspects: [join(folder, 'base')] });
    expect(report.policy).toBeNull();
    expect(report.settings['policySource']).toBe('none');
    expect(report.probes.map(({ id }) => id)).toEqual(['presence']);
  });

  it('gives the same bytes when it is interrupted twice and goes on', async () => {
    await auditTiny(folder);
    const run = join(folder, 'stopped');
    for (const answers of [5, 60]) {
      await expect(auditTiny(folder, { out: run, ...abortAfter(answers) })).rejects.toThrow(
        IncompleteRunError,
      );
    }
    await auditTiny(folder, { out: run });
    for (const name of ['report.json', 'report.html', 'observations.jsonl', 'manifest.json']) {
      expect(await read(name, 'stopped')).toBe(await read(name));
    }
  });

  it('asks nothing again in a folder where it was finished', async () => {
    const before = await auditTiny(folder);
    const stored = await read('observations.jsonl');
    let asked = 0;
    const after = await auditTiny(folder, { onProgress: () => void (asked += 1) });
    expect(asked).toBe(0);
    expect(after).toEqual(before);
    expect(await read('observations.jsonl')).toBe(stored);
  });

  it('keeps the times of the run that asked when nothing is asked anew', async () => {
    let time = 0;
    const clock = (): number => (time += 500);
    const { report } = await auditTiny(folder, { clock });
    expect(report.timing['totalMs']).toBe(500);
    const before = await read('report.json');
    expect((await auditTiny(folder, { clock: () => 0 })).report).toEqual(report);
    expect(await read('report.json')).toBe(before);
  });

  it('refuses a folder that another run is at, and leaves no lock behind', async () => {
    const second: { message: string } = { message: '' };
    const asking: Promise<void>[] = [];
    await auditTiny(folder, {
      onProgress: () => {
        if (asking.length > 0) return;
        asking.push(
          messageOf(() => auditTiny(folder), folder).then((message) => {
            second.message = message;
          }),
        );
      },
    });
    await Promise.all(asking);
    expect(second.message).toMatch(
      /^`DIR\/run` is in use by process \d+: expected one run at a time, got a second\. /,
    );
    expect(await readdir(join(folder, 'run'))).not.toContain('.lock');
  });

  it('keeps its answers when the models are moved', async () => {
    await auditTiny(folder);
    const other = await trainTiny(folder, 'moved');
    let asked = 0;
    await auditTiny(folder, { suspects: [other.folder], onProgress: () => void (asked += 1) });
    expect(asked).toBe(0);
  });

  it('goes on behind a line that a crash has torn', async () => {
    const { report } = await auditTiny(folder);
    await appendFile(join(folder, 'run', 'observations.jsonl'), '{"arm":"sus');
    expect((await auditTiny(folder)).report).toEqual(report);
  });

  it('refuses a folder that holds an audit of other inputs', async () => {
    await auditTiny(folder);
    const other = auditTiny(folder, { seed: 8, controls: [join(folder, 'base')] });
    const message = await messageOf(() => other, folder);
    expect(message.replace(/"[0-9a-f]{64}"/g, 'SHA')).toBe(
      [
        '`DIR/run` holds an audit of other inputs: expected the same, got 2 different. Choose another folder, or delete this one.',
        '  - /controls/0: SHA there, SHA asked for',
        '  - /seed: 7 there, 8 asked for',
      ].join('\n'),
    );
  });

  it('refuses a folder that holds something else, and leaves it alone', async () => {
    const file = join(folder, 'suspect', 'notes.txt');
    await writeFile(file, 'mine');
    expect(await messageOf(() => auditTiny(folder, { out: join(folder, 'suspect') }), folder)).toBe(
      '`DIR/suspect` is in use: expected a new or empty folder, or an audit with `manifest.json`, got 8 entries. Choose another folder.',
    );
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect(await messageOf(() => auditTiny(folder, { out: file }), folder)).toBe(
      '`DIR/suspect/notes.txt` cannot be used: expected a folder that takes files, got EEXIST. Name another folder.',
    );
  });

  it('names what is wrong with the record of a model', async () => {
    await writeFile(join(folder, 'control', 'candor.json'), '{');
    expect(await messageOf(() => auditTiny(folder), folder)).toBe(
      '`DIR/control/candor.json` is not JSON at line 1, column 2: expected a name in double quotes or `}`, got the end of the file.',
    );
  });

  it('leaves no folder behind when a model is missing', async () => {
    await rm(join(folder, 'control'), { recursive: true });
    expect(await messageOf(() => auditTiny(folder), folder)).toBe(
      'Model folder `DIR/control` does not exist: expected a folder with config.json and model.safetensors. Check the path.',
    );
    expect(await readdir(folder)).not.toContain('run');
  });
});
