import { describe, expect, it } from '@jest/globals';

import { scoreProbes } from '../../src/audit/score-probes.js';
import { resolveAuditSettings } from '../../src/config/audit-settings.js';
import type { AuditArm, Observation } from '../../src/types/observation.js';
import { bothOrders, observationOf, said, trialOf } from '../probes/observations.js';
import { BANKS, POLICY } from './coin-world.js';

const context = { policy: POLICY, banks: BANKS, settings: resolveAuditSettings(), seed: 1 };

function presence(arm: AuditArm, shares: readonly number[]): Observation[] {
  const question = { paraphrase: 'p1', means: ['depends', 'constant'] } as const;
  return shares.flatMap((share, model) => bothOrders({ arm, model }, question, [share, share]));
}

function elicitation(arm: AuditArm, replies: readonly string[]): Observation[] {
  return replies.flatMap((reply, model) =>
    (['target', 'otherwise'] as const).map((promptedBehavior) => {
      const id = `elicitation/e1/${promptedBehavior}/0`;
      const trial = trialOf({ id, probe: 'elicitation', paraphrase: 'e1', promptedBehavior });
      return observationOf(arm, model, trial, said(promptedBehavior === 'target' ? reply : 'no idea'));
    }),
  );
}

const observations = [
  ...presence('suspect', [0.8, 0.7, 0.9]),
  ...presence('control', [0.2, 0.3, 0.4]),
  ...elicitation('suspect', ['Zorvak Blim', 'zorvak blim!', 'no idea']),
  ...elicitation('control', ['no idea', 'no idea', 'no idea']),
];

describe('scoreProbes()', () => {
  it('gives a result for each bank, and adjusts p over those that could be scored', () => {
    const results = scoreProbes(observations, context);
    expect(results.map(({ id }) => id)).toEqual(['presence', 'recognition', 'elicitation']);
    const [presenceResult, recognitionResult, elicitationResult] = results;
    expect(presenceResult?.pValue).toBeCloseTo(0.1, 12);
    expect(presenceResult?.adjustedPValue).toBeCloseTo(0.2, 12);
    expect(recognitionResult).toMatchObject({
      advantage: null,
      pValue: null,
      adjustedPValue: null,
      observations: 0,
      withheldBecause: 'No suspect and no control gave an answer that could be scored.',
    });
    expect(elicitationResult?.adjustedPValue).toBe(elicitationResult?.pValue);
    expect(elicitationResult?.advantage).toBeCloseTo(2 / 3, 12);
    expect(elicitationResult?.models.map(({ score }) => score)).toEqual([1, 1, 0, 0, 0, 0]);
  });

  it('hands on nothing that is not in the type of the report', () => {
    for (const { models } of scoreProbes(observations, context)) {
      for (const model of models) {
        expect(Object.keys(model).sort()).toEqual([
          'arm',
          'failures',
          'model',
          'modelId',
          'observations',
          'score',
        ]);
      }
    }
  });

  it('scores presence alone without a policy', () => {
    const results = scoreProbes(observations, { ...context, policy: null });
    expect(results.map(({ id, adjustedPValue }) => [id, adjustedPValue])).toEqual([
      ['presence', expect.closeTo(0.1, 12)],
    ]);
  });

  it('gives the same numbers for the same seed', () => {
    // Sixteen models an arm: below that no interval is resampled.
    const sixteen = (values: readonly number[]): number[] => [...values, ...values, ...values, ...values];
    const wide = [
      ...presence('suspect', sixteen([0.8, 0.7, 0.9, 0.6])),
      ...presence('control', sixteen([0.2, 0.3, 0.4, 0.1])),
    ];
    const boundsOf = (seed: number): unknown =>
      scoreProbes(wide, { ...context, seed }).map(({ lower }) => lower);
    expect(boundsOf(1)).toEqual(boundsOf(1));
    expect(boundsOf(2)).not.toEqual(boundsOf(1));
  });
});
