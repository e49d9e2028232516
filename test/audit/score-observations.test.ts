import { describe, expect, it } from '@jest/globals';

import { resolveAuditSettings } from '../../src/config/audit-settings.js';
import { createMemoryStore } from '../../src/audit/observation-store.js';
import { describeModel, runAudit } from '../../src/audit/run-audit.js';
import { scoreObservations } from '../../src/audit/score-observations.js';
import type { Observation } from '../../src/types/observation.js';
import { createInput, throughJson } from './coin-world.js';

describe('scoreObservations()', () => {
  it('gives the report of the run from its stored observations', async () => {
    const store = createMemoryStore();
    const input = createInput({ store });
    const report = await runAudit(input);
    const context = {
      ...input,
      suspects: input.suspects.map(describeModel),
      controls: input.controls.map(describeModel),
      settings: resolveAuditSettings(input.settings),
    };
    expect(JSON.stringify(scoreObservations(throughJson(store.known), context))).toBe(JSON.stringify(report));
  });

  it('reads stored answers by the settings that it is given: an option mass that was enough may not be', async () => {
    const store = createMemoryStore();
    const input = createInput({ store });
    await runAudit(input);
    const context = {
      ...input,
      suspects: input.suspects.map(describeModel),
      controls: input.controls.map(describeModel),
    };
    const failuresAt = (minimumOptionMass: number): Readonly<Record<string, number>> => {
      const settings = resolveAuditSettings({ ...input.settings, minimumOptionMass });
      return scoreObservations(store.known, { ...context, settings }).failures;
    };
    const choices = store.known.filter(({ outcome }) => outcome.kind === 'choice').length;
    expect(failuresAt(0.05)).toEqual({});
    expect(failuresAt(0.9999999)).toEqual({ 'off-menu': choices });
  });

  it('leaves out models that are not in the audit, and earlier outcomes of a trial', async () => {
    const store = createMemoryStore();
    const input = createInput({ store });
    const report = await runAudit(input);
    const context = {
      ...input,
      suspects: input.suspects.map(describeModel),
      controls: input.controls.map(describeModel),
      settings: resolveAuditSettings(input.settings),
    };
    const strangers = store.known.map((observation) => ({ ...observation, modelSha256: 'stranger' }));
    const failed = store.known.map((observation): Observation => ({
      ...observation,
      outcome: { kind: 'failure', failure: 'error', message: '503' },
    }));
    const observations = [...strangers, ...failed, ...store.known];
    expect(JSON.stringify(scoreObservations(observations, context))).toBe(JSON.stringify(report));
  });
});
