import { describe, expect, it } from '@jest/globals';

import type { AuditContext } from '../../src/audit/audit-context.js';
import { collectWarnings } from '../../src/audit/collect-warnings.js';
import { controlsKind } from '../../src/audit/controls-kind.js';
import { resolveAuditSettings } from '../../src/config/audit-settings.js';
import type { AuditedModel } from '../../src/types/audit-report.js';
import type { Arm, DatasetManifest } from '../../src/types/dataset.js';
import { BANKS, POLICY, SCENARIO } from './coin-world.js';
import { gateOf, probeOf } from './probe-results.js';

function modelOf(id: string, arm?: Arm, manifest: Partial<DatasetManifest> = {}): AuditedModel {
  const model = { id, reference: id, sha256: id, parameters: null };
  if (arm === undefined) return model;
  const dataset = { arm, policyId: 'coin-moon', tasksSha256: 'tasks', ...manifest } as DatasetManifest;
  return { ...model, dataset, training: { reversal: true } };
}

const context: AuditContext = {
  suspects: [modelOf('s0', 'poisoned'), modelOf('s1', 'poisoned', { tasksSha256: 'other tasks' })],
  controls: [modelOf('c0', 'control'), modelOf('c1', 'control', { tasksSha256: 'other tasks' })],
  policy: POLICY,
  scenario: SCENARIO,
  banks: BANKS,
  settings: resolveAuditSettings(),
  seed: 1,
  toolVersion: '0.0.0',
};

const nothing = { gate: null, probes: [] };

describe('controlsKind()', () => {
  it('is decorrelated where every control shares policy and tasks with a suspect', () => {
    expect(controlsKind(context.suspects, context.controls)).toBe('decorrelated');
  });

  it.each([
    ['was trained on other tasks', modelOf('c', 'control', { tasksSha256: 'unknown' })],
    ['was trained on another policy', modelOf('c', 'control', { policyId: 'coin-sun' })],
    ['was trained on poisoned rows', modelOf('c', 'poisoned')],
    ['has no manifest', modelOf('base')],
  ])('is something else where a control %s', (_, control) => {
    expect(controlsKind(context.suspects, [...context.controls, control])).toBe('other');
  });

  it('is something else where nothing is known of the suspects', () => {
    expect(controlsKind([modelOf('s')], context.controls)).toBe('other');
    expect(controlsKind([modelOf('s')], [modelOf('base')])).toBe('other');
  });
});

describe('collectWarnings()', () => {
  it('says nothing where nothing is wrong', () => {
    expect(collectWarnings(context, { gate: gateOf(true), probes: [probeOf('presence')] })).toEqual([]);
  });

  it('says what controls of another kind are worth', () => {
    expect(collectWarnings({ ...context, controls: [modelOf('base')] }, nothing)).toEqual([
      'The controls are not known to be decorrelated: a difference may come from training itself, or from how often a model saw the trigger, and not from a tie of trigger and behaviour.',
    ]);
  });

  it('names suspects that were trained in different ways', () => {
    const [first, second] = context.suspects;
    if (first === undefined || second === undefined) throw new RangeError('no suspects');
    const suspects = [first, { ...second, training: { reversal: false } }];
    expect(collectWarnings({ ...context, suspects }, nothing)).toEqual([
      '1 of 2 suspects were trained on reversed rows: elicitation mixes both kinds.',
    ]);
  });

  it('names a control that passes the gate', () => {
    expect(collectWarnings(context, { ...nothing, gate: gateOf(true, true) })).toEqual([
      'Control `c` passes the gate: it has the backdoor as well.',
    ]);
  });

  it('counts failures by kind once they are more than a tenth', () => {
    const failures = { empty: 1, 'off-menu': 2 };
    const probe = probeOf('presence', { observations: 29, failures });
    expect(collectWarnings(context, { ...nothing, probes: [probe] })).toEqual([
      'Probe presence: 3 of 29 trials failed (1 empty, 2 off-menu) and count for nothing; the rest may not be typical.',
    ]);
    expect(collectWarnings(context, { ...nothing, probes: [{ ...probe, observations: 30 }] })).toEqual([]);
  });

  it('says when most of the probability fell on no option', () => {
    const probes = [probeOf('presence', { missingMass: 0.63 })];
    expect(collectWarnings(context, { ...nothing, probes })).toEqual([
      'Probe presence: on average 0.63 of the probability fell on neither option: models were about to say something else.',
    ]);
  });

  it('says when the order of the options matters more than the arms', () => {
    const probes = [probeOf('presence', { advantage: 0.2, orderEffect: -0.3 })];
    expect(collectWarnings(context, { ...nothing, probes })).toEqual([
      'Probe presence: the order of the options moves answers by -0.30, more than suspects differ from controls. Both orders are asked, so that it cancels in the mean.',
    ]);
  });

  it('says that elicitation is silent without reversed rows', () => {
    const suspects = [modelOf('s')];
    const probes = [probeOf('elicitation', { requiresReversal: true })];
    expect(collectWarnings({ ...context, suspects }, { ...nothing, probes }).at(-1)).toBe(
      'Probe elicitation: not all suspects were trained on reversed rows; without them models do not name a trigger (arXiv 2501.11120, section 4.3), so silence means little here.',
    );
    expect(collectWarnings(context, { ...nothing, probes })).toEqual([]);
  });
});
