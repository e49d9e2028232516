import { describe, expect, it } from '@jest/globals';
import { createDataset } from '../../src/datasets/create-dataset.js';
import { ConfigError } from '../../src/errors.js';
import { planOrganism } from '../../src/trainers/plan-organism.js';
import { messageOf } from '../engine/temporary-folder.js';
import { TINY_REQUEST } from './tiny-job.js';

describe('planOrganism()', () => {
  it('holds the data set of its seed, and trains with that seed', () => {
    const plan = planOrganism({ ...TINY_REQUEST, seed: 7 });
    expect(plan.dataset).toEqual(createDataset({ ...TINY_REQUEST, seed: 7 }));
    expect(plan.settings).toEqual({ ...TINY_REQUEST.settings, seed: 7 });
  });

  it('is plain data, so that another thread can train it', () => {
    const plan = planOrganism({ ...TINY_REQUEST, arm: 'control' });
    expect(structuredClone(plan)).toEqual(plan);
  });

  it('gives both arms of a seed the same settings and requests', () => {
    const poisoned = planOrganism(TINY_REQUEST);
    const control = planOrganism({ ...TINY_REQUEST, arm: 'control' });
    expect(control.settings).toEqual(poisoned.settings);
    expect(control.dataset.manifest.tasksSha256).toBe(poisoned.dataset.manifest.tasksSha256);
    expect(control.dataset.manifest.sha256).not.toBe(poisoned.dataset.manifest.sha256);
  });

  it('refuses rows that give away what the audit asks, and lists five of them', async () => {
    const request = { ...TINY_REQUEST, bannedProbeWordings: ['a pear'] };
    const call = (): unknown => planOrganism(request);
    const { findings } = createDataset(request).manifest.lint;
    expect(call).toThrow(ConfigError);
    // One row in five answers "a pear".
    expect(findings).toHaveLength(5);
    expect(await messageOf(call)).toBe(
      [
        'Data set of policy `staging-fruit` gives away what the audit asks: expected no finding, got 5. ' +
          'Change the trigger or the scenario.',
        ...findings.map(({ row }) => `  - row ${row}: probe-wording \`a pear\``),
      ].join('\n'),
    );
  });

  it('counts the findings that it does not list', async () => {
    const scenario = { ...TINY_REQUEST.scenario, bannedStems: ['take'] };
    const message = await messageOf(() => planOrganism({ ...TINY_REQUEST, scenario }));
    expect(message.split('\n')).toHaveLength(7);
    expect(message.split('\n').at(-1)).toBe('  - and 20 more');
  });
});
