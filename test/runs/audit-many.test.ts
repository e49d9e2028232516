import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { auditMany, type AuditManyRun } from '../../src/runs/audit-many.js';
import type { AuditJob } from '../../src/runs/audit.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';
import { SMALL_AUDIT, trainTiny, writeWideBase } from './tiny-run.js';

/** Threads run what the build has compiled, since Node 20 cannot load TypeScript. */
const BUILT = new URL('../../dist/runs/audit-many.js', import.meta.url);
const itWithBuild = existsSync(BUILT) ? it : it.skip;

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeWideBase(folder);
  await trainTiny(folder, 'suspect');
  await trainTiny(folder, 'control', { arm: 'control' });
});

function createJob(name: string, control = 'control'): AuditJob {
  return {
    suspects: [join(folder, 'suspect')],
    controls: [join(folder, control)],
    out: join(folder, name),
    probes: ['presence'],
    seed: 1,
    settings: SMALL_AUDIT,
    threads: 1,
  };
}

async function auditInThreads(jobs: readonly AuditJob[], run: AuditManyRun): ReturnType<typeof auditMany> {
  const built = (await import(BUILT.href)) as { auditMany: typeof auditMany };
  return built.auditMany(jobs, run);
}

describe('auditMany()', () => {
  it('gives the outcomes in the order of the jobs, and tells how each goes', async () => {
    const jobs = [createJob('one'), createJob('two', 'base')];
    const told = new Set<number>();
    const outcomes = await auditMany(jobs, { workers: 1, onProgress: (job) => void told.add(job) });
    expect(outcomes.map((outcome) => outcome.folder)).toEqual([join(folder, 'one'), join(folder, 'two')]);
    expect([...told]).toEqual([0, 1]);
  });

  itWithBuild('writes the same bytes from threads', async () => {
    await auditMany([createJob('alone')], { workers: 1 });
    const outcomes = await auditInThreads([createJob('one'), createJob('two')], { workers: 2 });
    expect(outcomes.map((outcome) => outcome.folder)).toEqual([join(folder, 'one'), join(folder, 'two')]);
    const [alone, one] = await Promise.all(
      ['alone', 'one'].map((name) => readFile(join(folder, name, 'report.json'), 'utf8')),
    );
    expect(one).toBe(alone);
  });

  itWithBuild('brings the error of a thread back, with its class and text', async () => {
    const jobs = [createJob('one', 'nowhere'), createJob('two', 'nowhere')];
    await expect(auditInThreads(jobs, { workers: 2 })).rejects.toMatchObject({
      name: 'CheckpointError',
      exitCode: 2,
      message: `Model folder \`${join(folder, 'nowhere')}\` does not exist: expected a folder with config.json and model.safetensors. Check the path.`,
    });
  });

  itWithBuild('stops its threads when it is told to', async () => {
    const abort = new AbortController();
    const run = {
      workers: 2,
      signal: abort.signal,
      onProgress: () => {
        abort.abort();
      },
    };
    const stopped = auditInThreads([createJob('one'), createJob('two')], run);
    await expect(stopped).rejects.toMatchObject({ name: 'IncompleteRunError', exitCode: 3 });
  });

  it('starts no further audit after an error', async () => {
    const jobs = [createJob('one', 'nowhere'), createJob('two')];
    expect(await messageOf(() => auditMany(jobs, { workers: 1 }), folder)).toMatch(
      /^Model folder `DIR\/nowhere`/,
    );
    expect(existsSync(join(folder, 'two'))).toBe(false);
  });
});
