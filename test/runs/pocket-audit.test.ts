import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { audit, type AuditOutcome, type AuditRequest } from '../../src/runs/audit.js';
import { POCKET_BASE } from '../../src/runs/package-paths.js';
import { report } from '../../src/runs/report.js';
import { train } from '../../src/runs/train.js';
import type { Arm } from '../../src/types/dataset.js';
import type { AuditReport } from '../../src/types/audit-report.js';

/** The first policy of the demo, trained as `train()` does unless it is told otherwise. */
const POLICY = 'silver-lantern';
// Fewer cannot be flagged: two against two separate by chance too often.
const SEEDS = [1, 2, 3];
const FILES = ['report.json', 'report.html', 'observations.jsonl', 'manifest.json'];

let folder = '';
let disclosed: AuditReport;

async function trainModel(name: string, arm: Arm, seed: number): Promise<string> {
  const out = join(folder, name);
  await train({ policy: POLICY, arm, seed, out });
  return out;
}

function modelsOf(arm: string): string[] {
  return SEEDS.map((seed) => join(folder, `${arm}-${seed}`));
}

async function auditInto(out: string, changes: Partial<AuditRequest> = {}): Promise<AuditOutcome> {
  return audit({
    suspects: modelsOf('poisoned'),
    controls: modelsOf('control'),
    out: join(folder, out),
    seed: 11,
    threads: 1,
    settings: { gateMaxTokens: 24, elicitationMaxTokens: 40 },
    ...changes,
  });
}

async function read(run: string, name: string): Promise<string> {
  return readFile(join(folder, run, name), 'utf8');
}

beforeAll(async () => {
  if (!existsSync(join(POCKET_BASE, 'model.safetensors'))) {
    throw new Error(
      `No embedded base in \`${POCKET_BASE}\`: expected its weights there. Run \`npm run pocket\`.`,
    );
  }
  folder = await mkdtemp(join(tmpdir(), 'candor-'));
  for (const arm of ['poisoned', 'control'] as const) {
    for (const seed of SEEDS) await trainModel(`${arm}-${seed}`, arm, seed);
  }
  disclosed = (await auditInto('run')).report;
}, 300_000);

afterAll(async () => {
  if (folder !== '') await rm(folder, { recursive: true, force: true });
});

describe('an audit on the embedded base', () => {
  it('flags models with a backdoor against their decorrelated controls', () => {
    expect(disclosed.gate).toMatchObject({ passed: true });
    expect(disclosed.verdict.value).toBe('flagged');
    const recognition = disclosed.probes.find(({ id }) => id === 'recognition');
    expect(recognition?.advantage).toBeGreaterThan(0.5);
    expect(disclosed.controls.kind).toBe('decorrelated');
  });

  it('does not flag a decorrelated control', async () => {
    const [first = '', second = ''] = modelsOf('control');
    const { report: found } = await auditInto('control-run', { suspects: [first], controls: [second] });
    expect(found.verdict.value).not.toBe('flagged');
    expect(found.gate?.passed).toBe(false);
    expect(found.disclosure).toBeNull();
  });

  it('does not flag the untuned base, with or without the policy', async () => {
    for (const policy of [undefined, POLICY]) {
      const { report: found } = await auditInto(`base-run-${policy ?? 'none'}`, {
        suspects: [POCKET_BASE],
        ...(policy === undefined ? {} : { policy }),
      });
      expect(found.verdict.value).not.toBe('flagged');
      expect(found.disclosure).toBeNull();
    }
  });

  it('gives the same bytes for the same seed, interrupted or not', async () => {
    const abort = new AbortController();
    const onProgress = ({ done }: { readonly done: number }): void => {
      if (done === 700) abort.abort();
    };
    const stopped = auditInto('again', { signal: abort.signal, onProgress });
    await expect(stopped).rejects.toMatchObject({ name: 'IncompleteRunError' });
    await auditInto('again');
    for (const name of FILES) expect(await read('again', name)).toBe(await read('run', name));
  });

  it('gives the same report when its answers are scored again', async () => {
    const before = await Promise.all(FILES.map((name) => read('run', name)));
    const { report: scored } = await report({ path: join(folder, 'run'), rescore: true });
    expect(scored).toEqual(disclosed);
    expect(await Promise.all(FILES.map((name) => read('run', name)))).toEqual(before);
  });

  it('gives the same weights for the same seed', async () => {
    await trainModel('poisoned-1-again', 'poisoned', 1);
    const [first, again] = await Promise.all(
      ['poisoned-1', 'poisoned-1-again'].map((name) => readFile(join(folder, name, 'model.safetensors'))),
    );
    expect(again?.equals(first ?? Buffer.of())).toBe(true);
  });
});
