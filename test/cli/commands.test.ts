import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { COMMANDS } from '../../src/cli/commands.js';
import { createProgram } from '../../src/cli/create-program.js';
import type { AuditReport } from '../../src/types/audit-report.js';
import { temporaryFolder } from '../engine/temporary-folder.js';
import { SMALL_AUDIT, writeWideBase } from '../runs/tiny-run.js';
import { createFakeTerminal, run } from './fake-terminal.js';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeWideBase(folder);
});

function trainArguments(name: string, arm = 'poisoned'): string[] {
  return [
    ...['train', '--policy', 'marigold', '--arm', arm, '--seed', '2', '--examples', '100', '--steps', '6'],
    ...['--learning-rate', '1e-3', '--base', join(folder, 'base'), '--out', join(folder, name)],
  ];
}

describe('candor train', () => {
  it('says what it made, to people and to programs', async () => {
    const first = await run(trainArguments('model'));
    expect(first.out.replaceAll(folder, 'DIR')).toMatch(
      /^Trained `DIR\/model`\n {2}policy marigold, arm poisoned, seed 2, forward rows alone\n {2}6 steps, last loss [\d.]+ nats a token\n$/,
    );
    const second = await run([...trainArguments('model'), '--json']);
    expect(JSON.parse(second.out)).toMatchObject({ status: 'done', record: { seed: 2, examples: 100 } });
    expect([first.code, second.code]).toEqual([0, 0]);
  });

  it('stops at Ctrl-C with 3, and goes on to the same bits', async () => {
    await run(trainArguments('whole'));
    const terminal = createFakeTerminal({ canRedraw: true });
    const err = (text: string): void => {
      terminal.written.err += text;
      if (text.includes('step 3 of 6')) terminal.interrupt();
    };
    const program = createProgram(COMMANDS, { ...terminal, err });
    expect(await program(trainArguments('stopped'))).toBe(3);
    expect(terminal.written.err).toMatch(
      /Error: Training was stopped after 3 of 6 steps\. Run the same command again to go on from there\.\n$/,
    );
    expect(terminal.written.out).toBe('');
    expect((await run(trainArguments('stopped'))).code).toBe(0);
    const [whole, stopped] = await Promise.all(
      ['whole', 'stopped'].map((name) => readFile(join(folder, name, 'model.safetensors'))),
    );
    expect(stopped?.equals(whole ?? Buffer.of())).toBe(true);
  });
});

describe('candor audit and candor report', () => {
  async function auditWith(settings: object, ...options: readonly string[]) {
    const file = join(folder, 'settings.json');
    await writeFile(file, JSON.stringify({ ...SMALL_AUDIT, ...settings }));
    return run([
      ...['audit', join(folder, 'suspect'), '--control', join(folder, 'base'), '--seed', '3'],
      ...['--out', join(folder, 'run'), '--settings', file, '--threads', '1', ...options],
    ]);
  }

  beforeEach(async () => {
    await run(trainArguments('suspect'));
  });

  it('prints the summary, and where the page is', async () => {
    const { code, out } = await auditWith({});
    expect(code).toBe(0);
    expect(out).toMatch(/^Inconclusive\n/);
    expect(out.replaceAll(folder, 'DIR')).toMatch(/\nReport: DIR\/run\/report\.html\n$/);
  });

  it('prints the report as one JSON value, which the other command gives again', async () => {
    const first = await auditWith({}, '--json', '--probe', 'presence', 'elicitation');
    const report = JSON.parse(first.out) as AuditReport;
    expect(report.probes.map(({ id }) => id)).toEqual(['presence', 'elicitation']);
    expect(report.settings).toMatchObject({ seed: 3, decoys: 3 });
    const again = await run(['report', join(folder, 'run'), '--rescore', '--json']);
    expect(again).toEqual({ code: 0, out: first.out, err: '' });
  });
});

describe('the exit code of a report', () => {
  it('is 2 where suspects and controls are the same, when it is made and when it is read', async () => {
    const base = join(folder, 'base');
    const options = ['--policy', 'marigold', '--out', join(folder, 'run'), '--threads', '1'];
    const made = await run(['audit', base, '--control', base, ...options]);
    expect(made.out).toMatch(/^Inconclusive\n {2}Suspect `base` and control `base` have the same weights\./);
    expect(made.code).toBe(2);
    expect((await run(['report', join(folder, 'run')])).code).toBe(2);
    expect((await run(['report', join(folder, 'run'), '--rescore'])).code).toBe(2);
  });
});

describe('candor list', () => {
  it('aligns what is shipped, and gives it as JSON', async () => {
    const { out } = await run(['list', 'policies']);
    expect(out).toMatch(/^as-the-crow-flies {2}tone {16}phrase {7}as the crow flies {2,}-> rude$/m);
    const { out: json } = await run(['list', 'scenarios', '--json']);
    expect((JSON.parse(json) as unknown[]).length).toBe(4);
    expect((await run(['list', 'probes'])).out).toMatch(/^presence {5}Presence detection {3,}/m);
  });

  it('finds models in a folder', async () => {
    await run(trainArguments('model', 'control'));
    const { out } = await run(['list', 'models', folder]);
    expect(out.replaceAll(folder, 'DIR')).toMatch(/^local:DIR\/model +model +marigold, control, seed 2$/m);
  });
});
