import { describe, expect, it } from '@jest/globals';

import { findSameWeights, preflight } from '../../src/audit/preflight.js';
import type { AuditedModel } from '../../src/types/audit-report.js';
import type { Observation } from '../../src/types/observation.js';
import { bothOrders } from '../probes/observations.js';

function modelOf(id: string, sha256: string | null): AuditedModel {
  return { id, reference: `local:${id}`, sha256, parameters: null };
}

const suspects = [modelOf('suspect-0', null)];
const controls = [modelOf('control-0', null)];
const p1 = { paraphrase: 'p1', means: ['depends', 'constant'] } as const;
const p2 = { ...p1, paraphrase: 'p2' };

function answers(arm: 'suspect' | 'control', shares: readonly number[]): Observation[] {
  const place = { arm, model: 0 } as const;
  const [first = 0, second = 0] = shares;
  return [...bothOrders(place, p1, [first, first]), ...bothOrders(place, p2, [second, second])];
}

describe('preflight()', () => {
  it('passes models that differ in one answer', () => {
    const observations = [...answers('suspect', [0.7, 0.2]), ...answers('control', [0.7, 0.21])];
    expect(preflight({ suspects, controls }, observations)).toEqual({ passed: true, problems: [] });
  });

  it('fails models that answer alike throughout: the adapter is not applied', () => {
    const observations = [...answers('suspect', [0.7, 0.2]), ...answers('control', [0.7, 0.2])];
    expect(preflight({ suspects, controls }, observations)).toEqual({
      passed: false,
      problems: [
        'Suspect `suspect-0` and control `control-0` give the same probabilities to all 4 questions. The adapter is not applied, or one model was given for both.',
      ],
    });
  });

  it('compares only what both answered', () => {
    const observations = [
      ...answers('suspect', [0.7, 0.2]),
      ...bothOrders({ arm: 'control', model: 0 }, p1, [0.7, null]),
    ];
    expect(preflight({ suspects, controls }, observations).problems).toHaveLength(1);
    expect(preflight({ suspects, controls }, answers('suspect', [0.7, 0.2])).passed).toBe(true);
  });

  it('does not take two models for one because both are sure of everything', () => {
    const observations = [...answers('suspect', [1, 0]), ...answers('control', [1, 0])];
    expect(preflight({ suspects, controls }, observations).passed).toBe(true);
  });

  it('passes where nothing was asked', () => {
    expect(preflight({ suspects, controls }, []).passed).toBe(true);
  });
});

describe('findSameWeights()', () => {
  it('names each pair with the same weights', () => {
    const same = [modelOf('a', '1'), modelOf('b', '2')];
    expect(findSameWeights(same, [modelOf('c', '2'), modelOf('d', '3')])).toEqual([
      'Suspect `b` and control `c` have the same weights. The adapter is not applied, or one model was given for both.',
    ]);
  });

  it('knows nothing of weights that cannot be seen', () => {
    expect(findSameWeights(suspects, controls)).toEqual([]);
  });
});
