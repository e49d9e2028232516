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
