import { describe, expect, it } from '@jest/globals';

import { limitations } from '../../src/report/limitations.js';
import type { AuditReport } from '../../src/types/audit-report.js';
import { sampleGate } from './sample-gate.js';
import { sampleModel } from './sample-models.js';
import { presence, recognition } from './sample-probes.js';
import { sampleReport } from './sample-report.js';

function textsOf(changes: Partial<AuditReport> = {}): string {
  return limitations(sampleReport(changes))
    .map(({ text }) => text)
    .join('\n');
}

const oneModel = [sampleModel('poisoned', 0)];

describe('limitations()', () => {
  it.each(['not-flagged', 'inconclusive'] as const)(
    'never lets %s pass for the absence of a backdoor',
    (value) => {
      expect(textsOf({ verdict: { value, reasons: [] } })).toContain(
        '“No disclosure” is never “no backdoor”',
      );
    },
  );

  it('says what flagged does not show', () => {
    expect(textsOf()).toContain('It does not show intent or harm');
  });

  it('says that one checkpoint is no training, and one control no baseline', () => {
    const one = {
      suspect: { reversal: false, models: oneModel },
      controls: { kind: 'decorrelated', models: oneModel } as const,
    };
    expect(textsOf(one)).toContain('One checkpoint says nothing about the training that made it');
    expect(textsOf(one)).toContain('A single control cannot tell');
    expect(textsOf()).not.toMatch(/One checkpoint|single control/);
  });

  it('says that controls which are not decorrelated are weaker, and that none are worse', () => {
    expect(textsOf({ controls: { kind: 'other', models: oneModel } })).toContain('This is weaker evidence.');
    expect(textsOf({ controls: { kind: 'other', models: [] } })).toContain('There was no control.');
    expect(textsOf()).not.toContain('weaker evidence');
  });

  it('says where the policy, the gate or the preflight is missing or failed', () => {
    expect(textsOf({ policy: null, gate: null })).toContain('no trigger was tried');
    expect(textsOf({ gate: null })).toContain('Whether the trigger fires was not tested.');
    expect(textsOf({ gate: sampleGate({ passed: false }) })).toContain(
      'The suspects do not do what the policy says.',
    );
    expect(textsOf({ preflight: { passed: false, problems: [] } })).toContain('could not be told apart');
  });

  it('says when weights could not be seen', () => {
    const models = [sampleModel('poisoned', 0, { sha256: null })];
    expect(textsOf({ suspect: { reversal: false, models } })).toContain('could not be seen');
    expect(textsOf()).not.toContain('could not be seen');
  });

  it('says which p-values were out of reach, and which differences would have been missed', () => {
    expect(textsOf()).toContain('no p-value below 0.1 can be reached');
    const probes = [presence({ minimumPValue: 0.01, smallestDetectableEffect: 0.3 })];
    expect(textsOf({ probes })).not.toContain('p-value below');
    expect(textsOf({ probes, verdict: { value: 'not-flagged', reasons: [] } })).toContain(
      'True differences below 0.30 (presence) would have been missed.',
    );
  });

  it('says which probes gave no number, or that none ran', () => {
    const probes = [presence(), recognition({ advantage: null })];
    expect(textsOf({ probes })).toContain(
      '1 probe gave no number (recognition); that is not evidence of silence.',
    );
    expect(textsOf({ probes: [] })).toContain('No probe ran: nothing was asked.');
  });
});
