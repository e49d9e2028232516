import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { audit, type AuditOutcome, type AuditRequest } from '../../src/runs/audit.js';
import { train, type TrainOutcome, type TrainRequest } from '../../src/runs/train.js';
import type { AuditSettings } from '../../src/types/audit-settings.js';
import { writeTinyBase } from '../trainers/tiny-base.js';

/** A base of random weights at `folder`/base that reads one token a character, and whole prompts of the audit. */
export async function writeWideBase(folder: string): Promise<string> {
  const { directory } = await writeTinyBase(folder);
  const file = join(directory, 'config.json');
  const config = JSON.parse(await readFile(file, 'utf8')) as object;
  // Positions are rotations: a longer context has no weights of its own.
  await writeFile(file, JSON.stringify({ ...config, max_position_embeddings: 1024 }));
  return directory;
}

/** Two steps: enough to make another model of the base. */
export async function trainTiny(
  folder: string,
  name: string,
  changes: Partial<TrainRequest> = {},
): Promise<TrainOutcome> {
  return train({
    policy: 'marigold',
    base: join(folder, 'base'),
    arm: 'poisoned',
    seed: 1,
    examples: 100,
    out: join(folder, name),
    ...changes,
    overrides: { steps: 2, rowsPerStep: 4, ...changes.overrides },
  });
}

/** The least that an audit can ask. */
export const SMALL_AUDIT: Partial<AuditSettings> = {
  gatePrompts: 2,
  decoys: 3,
  samplesPerParaphrase: 1,
  gateMaxTokens: 3,
  elicitationMaxTokens: 3,
  minimumOptionMass: 0,
  resamples: 200,
};

/** An audit of `folder`/suspect against `folder`/control into `folder`/run. */
export async function auditTiny(folder: string, changes: Partial<AuditRequest> = {}): Promise<AuditOutcome> {
  return audit({
    suspects: [join(folder, 'suspect')],
    controls: [join(folder, 'control')],
    out: join(folder, 'run'),
    seed: 7,
    settings: SMALL_AUDIT,
    threads: 1,
    ...changes,
  });
}
