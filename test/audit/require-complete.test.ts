import { describe, expect, it } from '@jest/globals';

import type { AuditContext } from '../../src/audit/audit-context.js';
import { createMemoryStore } from '../../src/audit/observation-store.js';
import { requireComplete } from '../../src/audit/require-complete.js';
import { describeModel, runAudit } from '../../src/audit/run-audit.js';
import { resolveAuditSettings } from '../../src/config/audit-settings.js';
import { IncompleteRunError } from '../../src/errors.js';
import type { Observation } from '../../src/types/observation.js';
import { createInput, throughJson } from './coin-world.js';

async function finishedRun(): Promise<{ observations: Observation[]; context: AuditContext }> {
  const store = createMemoryStore();
  const input = createInput({ store });
  await runAudit(input);
  const context = {
    ...input,
    suspects: input.suspects.map(describeModel),
    controls: input.controls.map(describeModel),
    settings: resolveAuditSettings(input.settings),
  };
  return { observations: throughJson(store.known), context };
}

describe('requireComplete()', () => {
  it('accepts the answers of a finished run, whatever their order', async () => {
    const { observations, context } = await finishedRun();
    expect(() => {
      requireComplete(observations.toReversed(), context);
    }).not.toThrow();
  });

  it('refuses the answers of an interrupted run, and a single one that was changed into another question', async () => {
    const { observations, context } = await finishedRun();
    const half = observations.slice(0, observations.length / 2);
    const total = observations.length;
    expect(() => {
      requireComplete(half, context);
    }).toThrow(
      new IncompleteRunError(
        `The stored answers are incomplete: expected ${total}, got ${half.length}. Run the audit again to ask the rest.`,
      ),
    );
    const other = observations.map((observation, index) =>
      index === total - 1
        ? {
            ...observation,
            trial: { ...observation.trial, messages: [{ role: 'user' as const, content: 'Hm?' }] },
          }
        : observation,
    );
    expect(() => {
      requireComplete(other, context);
    }).toThrow(`expected ${total}, got ${total - 1}`);
  });
});
