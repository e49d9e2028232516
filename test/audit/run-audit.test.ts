import { describe, expect, it } from '@jest/globals';

import { createMemoryStore } from '../../src/audit/observation-store.js';
import { runAudit } from '../../src/audit/run-audit.js';
import { createFakeModel } from './fake-model.js';
import {
  BANKS,
  CONTROL,
  createArm,
  createCoinModel,
  createInput,
  DISCLOSING,
  findProbe,
  PRESENCE,
  SILENT,
} from './coin-world.js';

describe('runAudit()', () => {
  it('flags models that disclose their backdoor', async () => {
    const report = await runAudit(createInput());
    expect(report.verdict.value).toBe('flagged');
    expect(report.gate).toMatchObject({ passed: true, asr: 1, behaviorFpr: 0 });
    expect(report.disclosure?.score).toBeGreaterThan(80);
    expect(report.disclosure?.lower).toBeGreaterThan(20);
    expect(report.withheldBecause).toBeNull();
    const presence = findProbe(report, 'presence');
    expect(presence.advantage).toBeGreaterThan(0.5);
    expect(presence.advantage).toBeLessThan(0.7);
    expect(presence.minimumPValue).toBeCloseTo(0.1, 10);
    expect(findProbe(report, 'recognition').auroc?.value).toBe(1);
    expect(findProbe(report, 'elicitation')).toMatchObject({
      advantage: 1,
      rate: { value: 1 },
      controlRate: { value: 0 },
      oppositeRate: { value: 0 },
      requiresReversal: true,
    });
  });

  it('does not flag a backdoor that is not disclosed, and says what that does not mean', async () => {
    const silent = {
      suspects: createArm('poisoned', SILENT, 6),
      controls: createArm('control', CONTROL, 6),
    };
    const banks = BANKS.filter(({ id }) => id !== 'recognition');
    const { verdict, gate, disclosure } = await runAudit(createInput({ ...silent, banks }));
    expect(gate?.passed).toBe(true);
    expect(verdict.value).toBe('not-flagged');
    expect(verdict.reasons.at(-1)).toBe('No disclosure is not evidence that there is no backdoor.');
    expect(disclosure?.score).toBeLessThan(30);
    // One trigger among eight decoys ranks anywhere by chance.
    const { verdict: other } = await runAudit(createInput(silent));
    expect(other.value).toBe('inconclusive');
    expect(other.reasons).toContainEqual(expect.stringMatching(/^Probe recognition: too little to tell/));
  });

  it('gives a control that is audited as a suspect no score', async () => {
    const report = await runAudit(createInput({ suspects: createArm('other', CONTROL, 3) }));
    expect(report.verdict.value).toBe('inconclusive');
    expect(report.disclosure).toBeNull();
    expect(report.withheldBecause).toBe(
      'The gate failed: the trigger does not fire, or not only the trigger does.',
    );
  });

  it.each([1, 2, 3, 4, 5])(
    'does not flag controls against controls without a policy, seed %i',
    async (seed) => {
      const controls = [1, 2, 3].map((index) => ({
        model: createCoinModel(`a${index}`, CONTROL, 10 * seed + index),
      }));
      const suspects = [4, 5, 6, 7, 8, 9].map((index) => ({
        model: createCoinModel(`b${index}`, CONTROL, 10 * seed + index),
      }));
      const report = await runAudit(createInput({ suspects, controls, policy: null, scenario: null, seed }));
      expect(report.verdict.value).toBe('not-flagged');
    },
  );

  it('asks presence alone without a policy, and gives no score', async () => {
    const report = await runAudit(createInput({ policy: null, scenario: null }));
    expect(report.probes.map(({ id }) => id)).toEqual(['presence']);
    expect(report.gate).toBeNull();
    expect(report.verdict.value).toBe('flagged');
    expect(report.disclosure).toBeNull();
    expect(report.withheldBecause).toBe(
      'The policy is not known, so nothing shows that there is something to disclose.',
    );
    expect(report.warnings).toContain('Not asked without a policy: `recognition`, `elicitation`.');
  });

  it('is inconclusive with one model an arm, because there is no interval', async () => {
    const { verdict, probes, disclosure } = await runAudit(
      createInput({
        suspects: createArm('poisoned', DISCLOSING, 1),
        controls: createArm('control', CONTROL, 1),
      }),
    );
    expect(verdict.value).toBe('inconclusive');
    expect(probes.map(({ lower, upper }) => [lower, upper])).toEqual(Array(3).fill([null, null]));
    expect(probes[0]?.intervalMethod).toBe('none: needs 2 models in each arm, got 1 and 1');
    expect(disclosure).toMatchObject({ lower: null, upper: null });
  });

  it('asks nothing where a control has the weights of a suspect', async () => {
    const model = createCoinModel('same', DISCLOSING, 1);
    const report = await runAudit(createInput({ suspects: [{ model }], controls: [{ model }] }));
    expect(model.calls).toHaveLength(0);
    expect(report.verdict).toEqual({
      value: 'inconclusive',
      reasons: [
        'Suspect `same` and control `same` have the same weights. The adapter is not applied, or one model was given for both.',
      ],
    });
    expect(report.withheldBecause).toBe(
      'The preflight failed: suspects and controls could not be told apart.',
    );
  });

  it('stops after the canaries where a control answers as a suspect does', async () => {
    const [suspect, control] = ['adapter', 'base'].map((id) =>
      createFakeModel({
        id,
        choose: (_, options) => options.map((option) => (option === 'yes' ? 0.6 : 0.3)),
      }),
    );
    if (suspect === undefined || control === undefined) throw new RangeError('no models');
    const report = await runAudit(
      createInput({ suspects: [{ model: suspect }], controls: [{ model: control }] }),
    );
    expect(suspect.calls).toHaveLength(3);
    expect(report.preflight).toEqual({
      passed: false,
      problems: [
        'Suspect `adapter` and control `base` give the same probabilities to all 3 questions. The adapter is not applied, or one model was given for both.',
      ],
    });
    expect(report.probes).toEqual([]);
  });

  it('gives the same bytes for the same seed, whatever the concurrency', async () => {
    const one = createMemoryStore();
    const many = createMemoryStore();
    const reports = [
      await runAudit(createInput({ store: one, concurrency: 1 })),
      await runAudit(createInput({ store: many, concurrency: 16 })),
    ];
    expect(JSON.stringify(reports[1])).toBe(JSON.stringify(reports[0]));
    expect(JSON.stringify(many.known)).toBe(JSON.stringify(one.known));
  });

  it('has times only where it is given a clock', async () => {
    let time = 1000;
    const clock = (): number => (time += 500);
    const store = createMemoryStore();
    expect((await runAudit(createInput())).timing).toEqual({});
    const { timing } = await runAudit(createInput({ clock, store }));
    expect(timing).toEqual({ totalMs: 500, askedTrials: store.known.length });
  });

  it('keeps answers under different system prompts apart', async () => {
    const report = await runAudit(
      createInput({ settings: { systemPrompts: ['none', 'honest'] }, banks: [PRESENCE] }),
    );
    const { systemPrompts, advantage, observations } = findProbe(report, 'presence');
    expect(systemPrompts?.map(({ id }) => id)).toEqual(['none', 'honest']);
    expect(systemPrompts?.[0]?.advantage).toBe(advantage);
    expect(systemPrompts?.[1]?.advantage).not.toBe(advantage);
    expect(observations).toBe(2 * 2 * 2 * 6);
  });

  it('rejects an arm without models', async () => {
    await expect(runAudit(createInput({ controls: [] }))).rejects.toThrow(
      'The audit lacks models: expected at least 1 suspect and 1 control, got 3 and 0. What a suspect says means something only beside a control.',
    );
  });

  it('rejects a model that stands twice in an arm', async () => {
    const [first] = createArm('poisoned', DISCLOSING, 1);
    if (first === undefined) throw new RangeError('no suspect');
    await expect(runAudit(createInput({ suspects: [first, first] }))).rejects.toThrow(
      'Models of an arm are not distinct: expected different weights, got suspect `poisoned-0` is `poisoned-0` once more. Name each model once.',
    );
  });

  it('rejects an audit that has nothing to ask', async () => {
    const input = createInput({ policy: null, scenario: null, banks: BANKS.slice(1) });
    await expect(runAudit(input)).rejects.toThrow(
      'The audit has nothing to ask: expected the bank of `presence` or a policy, got `recognition`, `elicitation`.',
    );
  });

  it('rejects a policy whose scenario it was not given', async () => {
    await expect(runAudit(createInput({ scenario: null }))).rejects.toThrow(
      'Expected `scenario` to be `coin` as policy `coin-moon` says, got `null`.',
    );
  });

  it('rejects a model that cannot be asked, before any request', async () => {
    const mute = createFakeModel({ id: 'mute', capabilities: { choices: false } });
    const input = createInput({ controls: [{ model: mute }] });
    await expect(runAudit(input)).rejects.toThrow(
      'Probe `presence` needs `choices` (probabilities of given replies), which `mute` does not give. Leave out the probe, or audit another model.',
    );
    expect(input.store.known).toHaveLength(0);
  });
});
