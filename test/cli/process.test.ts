import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

/** A process of its own can only run what the build has compiled. */
const BUILT = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));
const describeWithBuild = existsSync(BUILT) ? describe : describe.skip;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** @param close - closes standard output before anything is read from it */
function start(argv: readonly string[], env: NodeJS.ProcessEnv = {}, close = false): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [BUILT, ...argv], { env: { ...process.env, ...env } });
    const ended = { out: '', err: '' };
    if (close) child.stdout.destroy();
    child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (ended.err += chunk.toString()));
    child.on('close', (code) => {
      resolve({ code, ...ended });
    });
  });
}

describeWithBuild('candor as a process', () => {
  it('writes results to standard output and ends with 0', async () => {
    const { code, out, err } = await start(['list', 'scenarios', '--json']);
    expect(code).toBe(0);
    expect((JSON.parse(out) as unknown[]).length).toBe(4);
    expect(err).toBe('');
  });

  it('writes errors to standard error and ends with 2', async () => {
    const { code, out, err } = await start(['trian']);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(/^Error: Command `trian` is unknown/);
  });

  it('does not crash when its reader has seen enough', async () => {
    const { code, err } = await start(['list', 'probes', '--json'], {}, true);
    expect(err).toBe('');
    expect(code).toBe(0);
  });

  /** Only Linux has it. */
  const itWithFullDisk = existsSync('/dev/full') ? it : it.skip;

  itWithFullDisk('says that the result could not be written, and ends with 3', async () => {
    const child = spawn(process.execPath, [BUILT, 'list', 'probes', '--json'], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    let err = '';
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(err).toMatch(/^Error: the result could not be written: .*ENOSPC.*\.\n$/);
    expect(code).toBe(3);
  });

  it('colours where that is wanted, and never where NO_COLOR is set', async () => {
    const coloured = await start(['trian'], { FORCE_COLOR: '1', NO_COLOR: '' });
    expect(coloured.err).toContain('\u001b[31m');
    const plain = await start(['trian'], { FORCE_COLOR: '1', NO_COLOR: '1' });
    expect(plain.err).not.toContain('\u001b[');
  });
});
