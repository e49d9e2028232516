import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { balanceOrders } from '../../src/probes/balance-orders.js';
import { bothOrders } from './observations.js';

const place = { arm: 'suspect', model: 0 } as const;
const question = { paraphrase: 'p1', means: ['depends', 'constant'] } as const;

describe('balanceOrders()', () => {
  it('divides by the mass of the options and takes the mean of both orders', () => {
    const observations = bothOrders(place, question, [0.9, 0.5], 0.25);
    expect(balanceOrders(observations, 'depends')?.share).toBeCloseTo(0.7, 12);
    expect(balanceOrders(observations, 'constant')?.share).toBeCloseTo(0.3, 12);
  });

  it('cancels a liking for the first option, and reports it', () => {
    // Always 0.8 for whatever comes first.
    const answer = balanceOrders(bothOrders(place, question, [0.8, 0.2]), 'depends');
    expect(answer?.share).toBeCloseTo(0.5, 12);
    expect(answer?.orderEffect).toBeCloseTo(0.6, 12);
  });

  it('has no order effect where the orders agree', () => {
    expect(balanceOrders(bothOrders(place, question, [0.8, 0.8]), 'depends')?.orderEffect).toBeCloseTo(0, 12);
  });

  it('lies between the two orders', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const mass = fc.double({ min: 0.05, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, mass, (one, other, options) => {
        const value =
          balanceOrders(bothOrders(place, question, [one, other], options), 'depends')?.share ?? NaN;
        expect(value).toBeGreaterThanOrEqual(Math.min(one, other) - 1e-9);
        expect(value).toBeLessThanOrEqual(Math.max(one, other) + 1e-9);
      }),
    );
  });

  it('gives nothing for one order alone, because a liking for the first option would pass for an answer', () => {
    expect(balanceOrders(bothOrders(place, question, [0.8, null]), 'depends')).toBeNull();
    expect(balanceOrders(bothOrders(place, question, [0.8, 0.2]).slice(0, 1), 'depends')).toBeNull();
    expect(balanceOrders([], 'depends')).toBeNull();
  });
});
