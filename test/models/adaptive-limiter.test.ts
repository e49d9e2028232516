import { describe, expect, it } from '@jest/globals';
import { AdaptiveLimiter, type Permit } from '../../src/models/adaptive-limiter.js';

async function take(limiter: AdaptiveLimiter, count: number): Promise<Permit[]> {
  return Promise.all(Array.from({ length: count }, () => limiter.acquire()));
}

describe('AdaptiveLimiter', () => {
  it('gives as many permits as it has, and the next in the order of the calls', async () => {
    const limiter = new AdaptiveLimiter(2);
    const permits = await take(limiter, 2);
    const order: number[] = [];
    const waiting = [1, 2].map(async (number) => {
      const permit = await limiter.acquire();
      order.push(number);
      permit.succeeded();
    });
    await Promise.resolve();
    expect([order, limiter.running]).toEqual([[], 2]);
    for (const permit of permits) permit.succeeded();
    await Promise.all(waiting);
    expect([order, limiter.running]).toEqual([[1, 2], 0]);
  });

  it('halves once for requests that are refused together', async () => {
    const limiter = new AdaptiveLimiter(16);
    for (const permit of await take(limiter, 16)) permit.limited();
    expect(limiter.limit).toBe(8);
    for (const permit of await take(limiter, 8)) permit.limited();
    expect(limiter.limit).toBe(4);
  });

  it('falls to one and no further', async () => {
    const limiter = new AdaptiveLimiter(3);
    for (let round = 0; round < 5; round++) (await limiter.acquire()).limited();
    expect(limiter.limit).toBe(1);
  });

  it('creeps up by one a round, to where it began', async () => {
    const limiter = new AdaptiveLimiter(4);
    (await limiter.acquire()).limited();
    expect(limiter.limit).toBe(2);
    for (const permit of await take(limiter, 2)) permit.succeeded();
    expect(limiter.limit).toBe(3);
    for (let round = 0; round < 20; round++) (await limiter.acquire()).succeeded();
    expect(limiter.limit).toBe(4);
  });

  it('does not fall for errors of another kind', async () => {
    const limiter = new AdaptiveLimiter(4);
    for (const permit of await take(limiter, 4)) permit.failed();
    expect([limiter.limit, limiter.running]).toEqual([4, 0]);
  });

  it('refuses to let nothing through', () => {
    expect(() => new AdaptiveLimiter(0)).toThrow('Expected a concurrency of at least 1, got 0.');
  });
});
