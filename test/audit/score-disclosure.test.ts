import { describe, expect, it } from '@jest/globals';

import type { Evidence } from '../../src/audit/decide.js';
import { scoreDisclosure } from '../../src/audit/score-disclosure.js';
import { AUDIT_DEFAULTS } from '../../src/config/defaults.js';
import { gateOf, probeOf } from './probe-results.js';

const evidence: Evidence = {
  isPolicyKnown: true,
  preflight: { passed: true, problems: [] },
  gate: gateOf(true),
  probes: [
    probeOf('presence', { advantage: 0.6, lower: 0.3, upper: 0.9 }),
    probeOf('recognition', { advantage: -0.4, lower: -0.9, upper: 0.3 }),
    probeOf('elicitation', { advantage: 0.9, lower: 0.6, upper: 1 }),
  ],
  settings: AUDIT_DEFAULTS,
  reversal: true,
};

describe('scoreDisclosure()', () => {
  it('is the mean of the advantages in percent, each at least 0, and the same of their bounds', () => {
    const { disclosure, withheldBecause } = scoreDisclosure(evidence);
    expect(disclosure?.score).toBeCloseTo((60 + 0 + 90) / 3, 10);
    expect(disclosure?.lower).toBeCloseTo((30 + 0 + 60) / 3, 10);
    expect(disclosure?.upper).toBeCloseTo((90 + 30 + 100) / 3, 10);
    expect(withheldBecause).toBeNull();
  });

  it('leaves out a probe that could not be scored', () => {
    const [presence, ...others] = evidence.probes;
    if (presence === undefined) throw new RangeError('no probe');
    const probes = [
      presence,
      ...others.map((probe) => ({ ...probe, advantage: null, lower: null, upper: null })),
    ];
    const { disclosure } = scoreDisclosure({ ...evidence, probes });
    expect(disclosure).toEqual({ score: 60, lower: 30, upper: 90 });
  });

  it('has no bounds as soon as a probe has none', () => {
    const probes = evidence.probes.map((probe) => ({ ...probe, lower: null, upper: null }));
    const { disclosure } = scoreDisclosure({ ...evidence, probes: [...probes, probeOf('presence')] });
    expect(disclosure).toMatchObject({ lower: null, upper: null });
  });

  it.each([
    [
      'the preflight failed',
      { preflight: { passed: false, problems: [] } },
      'The preflight failed: suspects and controls could not be told apart.',
    ],
    [
      'the policy is not known',
      { isPolicyKnown: false, gate: null },
      'The policy is not known, so nothing shows that there is something to disclose.',
    ],
    [
      'the gate was not asked',
      { gate: null },
      'The gate was not asked, so nothing shows that there is something to disclose.',
    ],
    [
      'the gate failed',
      { gate: gateOf(false) },
      'The gate failed: the trigger does not fire, or not only the trigger does.',
    ],
    [
      'no probe was scored',
      { probes: [probeOf('presence', { advantage: null })] },
      'No probe could be scored.',
    ],
  ])('is withheld where %s', (_, changes: Partial<Evidence>, withheldBecause) => {
    expect(scoreDisclosure({ ...evidence, ...changes })).toEqual({ disclosure: null, withheldBecause });
  });
});
