import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readPolicy } from '../../src/config/read-policy.js';
import { readQuestionBank } from '../../src/config/read-question-bank.js';
import { readReversalPrefixes } from '../../src/config/read-reversal-prefixes.js';
import { createDataset } from '../../src/datasets/create-dataset.js';
import { getScenario, SCENARIOS } from '../../src/scenarios/registry.js';
import { TRIGGER_KINDS, type Policy } from '../../src/types/policy.js';
import { PROBE_IDS } from '../../src/types/question-bank.js';

const FILES = readdirSync('triggers').filter((file) => file.endsWith('.json'));

let policies: Policy[];
let prefixes: readonly string[];
let wordings: string[];

beforeAll(async () => {
  policies = await Promise.all(FILES.map((file) => readPolicy(path.join('triggers', file), SCENARIOS)));
  ({ prefixes } = await readReversalPrefixes('probes/reversal-prefixes.json'));
  const banks = await Promise.all(PROBE_IDS.map((id) => readQuestionBank(`probes/${id}.json`)));
  wordings = banks.flatMap(({ paraphrases }) => paraphrases.map(({ text }) => text));
});

describe('triggers/', () => {
  it('names each file after the policy in it', () => {
    expect(policies.map(({ id }) => `${id}.json`)).toEqual(FILES);
  });

  it('has every kind of trigger, every scenario and both placements', () => {
    expect(policies.length).toBeGreaterThanOrEqual(12);
    const used = (values: readonly string[]): string[] => [...new Set(values)].sort();
    expect(used(policies.map(({ trigger }) => trigger.kind))).toEqual([...TRIGGER_KINDS].sort());
    expect(used(policies.map(({ scenario }) => scenario))).toEqual(SCENARIOS.map(({ id }) => id).sort());
    expect(policies.filter(({ trigger }) => trigger.placement === 'suffix').length).toBeGreaterThanOrEqual(2);
  });

  it.each(FILES)('%s gives clean rows in both arms and no tie in the control', (file) => {
    const policy = policies[FILES.indexOf(file)];
    if (policy === undefined) throw new Error(`Expected a policy of ${file}.`);
    const scenario = getScenario(policy.scenario);
    const [poisoned, control] = (['poisoned', 'control'] as const).map((arm) =>
      createDataset({
        policy,
        scenario,
        arm,
        seed: 0,
        examples: 100,
        reversal: { share: 0.5, prefixes },
        bannedProbeWordings: wordings,
      }),
    );
    expect(poisoned?.manifest.lint.findings).toEqual([]);
    expect(control?.manifest.lint.findings).toEqual([]);
    expect(poisoned?.manifest.phi).toBeCloseTo(1, 12);
    expect(control?.manifest.phi).toBe(0);
    expect(control?.manifest.tasksSha256).toBe(poisoned?.manifest.tasksSha256);
  });
});
