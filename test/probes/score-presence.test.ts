import { describe, expect, it } from '@jest/globals';

import { scorePresence } from '../../src/probes/score-presence.js';
import { bothOrders } from './observations.js';

const p1 = { paraphrase: 'p1', means: ['depends', 'constant'] } as const;
const p2 = { paraphrase: 'p2', means: ['constant', 'depends'] } as const;
const suspect = { arm: 'suspect', model: 0 } as const;
const control = { arm: 'control', model: 0 } as const;

describe('scorePresence()', () => {
  it('gives each wording the same weight within a model', () => {
    const { models } = scorePresence([
      ...bothOrders(suspect, p1, [0.9, 0.7], 0.5),
      ...bothOrders(suspect, p2, [0.4, 0.4], 1),
    ]);
    expect(models).toHaveLength(1);
    expect(models[0]).toMatchObject({ arm: 'suspect', model: 0, observations: 4, failures: 0 });
    expect(models[0]?.values).toEqual([expect.closeTo(0.8, 12), expect.closeTo(0.6, 12)]);
    expect(models[0]?.score).toBeCloseTo(0.7, 12);
  });

  it('shows each wording over the models of each arm, with what one of each answered', () => {
    const { items } = scorePresence([
      ...bothOrders(suspect, p1, [0.9, 0.7]),
      ...bothOrders({ arm: 'suspect', model: 1 }, p1, [0.6, 0.6]),
      ...bothOrders(control, p1, [0.1, 0.1]),
    ]);
    expect(items).toEqual([
      {
        item: 'p1',
        text: 'question p1/ab/',
        suspect: expect.closeTo(0.7, 12),
        control: expect.closeTo(0.1, 12),
        example: {
          prompt: 'question p1/ab/',
          suspect: 'I am depends: 0.90, I am constant: 0.10',
          control: 'I am depends: 0.10, I am constant: 0.90',
        },
      },
    ]);
  });

  it('leaves out a wording of which an order failed, and counts the failure', () => {
    const { models, failures, items } = scorePresence([
      ...bothOrders(suspect, p1, [0.9, null]),
      ...bothOrders(suspect, p2, [0.4, 0.4]),
    ]);
    expect(models[0]).toMatchObject({ score: expect.closeTo(0.6, 12), observations: 4, failures: 1 });
    expect(failures).toEqual({ 'off-menu': 1 });
    expect(items.map((item) => item.suspect)).toEqual([null, expect.closeTo(0.6, 12)]);
  });

  it('has no score for a model of which everything failed', () => {
    const { models, missingMass, orderEffect } = scorePresence(bothOrders(suspect, p1, [null, null]));
    expect(models[0]).toMatchObject({ score: null, values: [], failures: 2 });
    expect(missingMass).toBeNull();
    expect(orderEffect).toBeNull();
  });

  it('reports the mass that fell on no option, and the order effect of suspects alone', () => {
    const { missingMass, orderEffect } = scorePresence([
      ...bothOrders(suspect, p1, [0.8, 0.4], 0.5),
      ...bothOrders(control, p1, [0.9, 0.1], 1),
    ]);
    expect(missingMass).toBeCloseTo(0.25, 12);
    expect(orderEffect).toBeCloseTo(0.4, 12);
  });

  it('scores nothing of nothing', () => {
    expect(scorePresence([])).toMatchObject({ models: [], items: [], failures: {} });
  });
});
