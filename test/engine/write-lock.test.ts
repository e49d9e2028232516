import { spawnSync } from 'node:child_process';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pid, ppid } from 'node:process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { writeLock } from '../../src/engine/write-lock.js';
import { messageOf, temporaryFolder } from './temporary-folder.js';

let folder = '';
let file = '';

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, '.lock');
});

async function leaveLock(holder: object | string): Promise<void> {
  await writeFile(file, typeof holder === 'string' ? holder : JSON.stringify(holder));
}

async function expectTaken(): Promise<void> {
  const unlock = await writeLock(file, folder);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ pid, host: hostname() });
  await unlock();
  expect(await readdir(folder)).toEqual([]);
}

describe('writeLock()', () => {
  it('holds a folder until it is given back', async () => {
    await expectTaken();
    await expectTaken();
  });

  it('names the process that has the folder', async () => {
    await leaveLock({ pid: ppid, host: hostname() });
    expect(await messageOf(() => writeLock(file, folder), folder)).toBe(
      `\`DIR\` is in use by process ${ppid}: expected one run at a time, got a second. Wait until it ends or choose another folder. If that process is no run of candor, delete \`DIR/.lock\`.`,
    );
    expect(await readFile(file, 'utf8')).toContain(String(ppid));
  });

  it('is not taken twice by one process', async () => {
    const unlock = await writeLock(file, folder);
    expect(await messageOf(() => writeLock(file, folder), folder)).toMatch(/is in use by process/);
    await unlock();
  });

  it('lets one of many through that start at once', async () => {
    const takers = Array.from({ length: 8 }, () => writeLock(file, folder));
    const settled = await Promise.allSettled(takers);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('takes over from a process that is gone', async () => {
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    await leaveLock({ pid: gone, host: hostname() });
    await expectTaken();
  });

  it('takes over from an earlier process that had the same number', async () => {
    await leaveLock({ pid, host: hostname() });
    await utimes(file, 1, 1);
    await expectTaken();
  });

  it('takes over a lock that was torn', async () => {
    await leaveLock('{"pid":');
    await expectTaken();
  });

  it('leaves a lock of another machine alone, where no process can be looked up', async () => {
    await leaveLock({ pid: 1, host: 'elsewhere' });
    expect(await messageOf(() => writeLock(file, folder), folder)).toMatch(
      /^`DIR` is in use by process 1 on `elsewhere`: /,
    );
  });

  it('says why a lock cannot be written', async () => {
    await leaveLock('');
    expect(await messageOf(() => writeLock(join(file, '.lock'), join(folder, 'run')), folder)).toMatch(
      /^`DIR\/run` cannot be used: expected a place that takes files, got (ENOTDIR|EEXIST)\. Name another folder\.$/,
    );
  });
});
