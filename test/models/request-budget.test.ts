import { describe, expect, it } from '@jest/globals';
import { IncompleteRunError } from '../../src/errors.js';
import { RequestBudget } from '../../src/models/request-budget.js';
import { messageOf } from '../engine/temporary-folder.js';

const MOST = { promptTokens: 1_000_000, completionTokens: 500_000 };
const prices = { input: 2, output: 8 };

describe('RequestBudget', () => {
  it('allows everything without limits, and does not know what it cost', () => {
    const budget = new RequestBudget();
    budget.reserve(MOST)(MOST);
    expect([budget.requests, budget.cost]).toEqual([1, null]);
  });

  it('counts what was used and not what was reserved', () => {
    const budget = new RequestBudget({ prices });
    const settle = budget.reserve(MOST);
    expect(budget.cost).toBe(0);
    settle({ promptTokens: 500_000, completionTokens: 250_000 });
    expect(budget.cost).toBe(3);
    budget.reserve(MOST)(null);
    expect([budget.requests, budget.cost]).toEqual([2, 3]);
  });

  it('stops before the request that would be one too many', async () => {
    const budget = new RequestBudget({ maxRequests: 2 });
    budget.carryOver(MOST);
    budget.reserve(MOST);
    expect(() => budget.reserve(MOST)).toThrow(IncompleteRunError);
    expect(await messageOf(() => budget.reserve(MOST))).toBe(
      'The budget is spent: 2 requests were made, and `--max-requests` allows 2. What was answered is kept. Run the audit again with a larger number to go on.',
    );
  });

  it('stops before the request that could cost too much beside those under way', async () => {
    const budget = new RequestBudget({ maxCost: 13, prices });
    budget.carryOver({ promptTokens: 500_000, completionTokens: 0 });
    const settle = budget.reserve(MOST);
    budget.reserve(MOST);
    expect(await messageOf(() => budget.reserve(MOST))).toBe(
      'The budget is spent: 1.000 was paid, `--max-cost` allows 13, and the next request may take 18.00 with those under way. What was answered is kept. Run the audit again with a larger number to go on.',
    );
    settle({ promptTokens: 0, completionTokens: 0 });
    expect(() => budget.reserve(MOST)).not.toThrow();
  });
});
