import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listModels, listPolicies, listProbes, listScenarios } from '../../src/runs/list.js';
import { POCKET_BASE } from '../../src/runs/package-paths.js';
import { readModelFolders } from '../../src/runs/read-model-folders.js';
import { TRIGGER_KINDS } from '../../src/types/policy.js';
import { temporaryFolder } from '../engine/temporary-folder.js';
import { trainTiny, writeWideBase } from './tiny-run.js';

describe('what is shipped', () => {
  it('has a policy for every kind of trigger, each of a known scenario', async () => {
    const policies = await listPolicies();
    const scenarios = listScenarios().map(({ id }) => id);
    expect(new Set(policies.map(({ trigger }) => trigger.kind))).toEqual(new Set(TRIGGER_KINDS));
    expect(policies.filter(({ scenario }) => !scenarios.includes(scenario))).toEqual([]);
    expect((await listProbes()).length).toBe(3);
  });
});

describe('listModels()', () => {
  it('begins with the embedded base, and names it once', async () => {
    const models = await listModels(join(POCKET_BASE, '..'));
    expect(models[0]).toEqual({ reference: `local:${POCKET_BASE}`, kind: 'model', trained: null });
    expect(models.filter(({ reference }) => reference === `local:${POCKET_BASE}`).length).toBe(1);
  });
});

describe('readModelFolders()', () => {
  it('finds models and adapters, with what their records say', async () => {
    const folder = await temporaryFolder();
    const base = await writeWideBase(folder);
    await trainTiny(folder, 'runs/models/suspect', { seed: 5, reversal: true });
    await trainTiny(folder, 'runs/adapter', { arm: 'control', overrides: { mode: 'lora' } });
    expect(await readModelFolders(folder)).toEqual([
      { reference: `local:${base}`, kind: 'model', trained: null },
      {
        reference: `local:${join(folder, 'runs/adapter')}`,
        kind: 'adapter',
        trained: { policy: 'marigold', arm: 'control', seed: 1, reversal: false },
      },
      {
        reference: `local:${join(folder, 'runs/models/suspect')}`,
        kind: 'model',
        trained: { policy: 'marigold', arm: 'poisoned', seed: 5, reversal: true },
      },
    ]);
  });

  it('finds nothing where there is no folder', async () => {
    expect(await readModelFolders(join(await temporaryFolder(), 'nowhere'))).toEqual([]);
  });
});
