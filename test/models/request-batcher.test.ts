import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { RequestBatcher } from '../../src/models/request-batcher.js';

/** Doubles numbers, and notes which came together. */
function doubling(): { batcher: RequestBatcher<number, number>; batches: number[][] } {
  const batches: number[][] = [];
  const batcher = new RequestBatcher(async (requests: readonly number[]) => {
    batches.push([...requests]);
    await wait(5);
    if (requests.includes(0)) throw new RangeError('no zero');
    return requests.map((request) => 2 * request);
  });
  return { batcher, batches };
}

describe('RequestBatcher', () => {
  it('answers calls of one tick together, each with its own reply', async () => {
    const { batcher, batches } = doubling();
    expect(await Promise.all([3, 1, 2].map((request) => batcher.submit(request)))).toEqual([6, 2, 4]);
    expect(batches).toEqual([[3, 1, 2]]);
  });

  it('joins calls that follow from one another before anything is asked', async () => {
    const { batcher, batches } = doubling();
    const late = async (): Promise<number> => {
      await Promise.resolve();
      return batcher.submit(2);
    };
    await Promise.all([batcher.submit(1), late()]);
    expect(batches).toEqual([[1, 2]]);
  });

  it('answers what comes meanwhile together, after what is being answered', async () => {
    const { batcher, batches } = doubling();
    const first = batcher.submit(1);
    await wait(2);
    await Promise.all([first.then(() => batcher.submit(4)), batcher.submit(2), batcher.submit(3)]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  it('fails the calls of a failed batch and answers the next', async () => {
    const { batcher } = doubling();
    const failed = await Promise.allSettled([batcher.submit(1), batcher.submit(0)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batcher.submit(5)).toBe(10);
  });

  it('is idle when all are answered', async () => {
    const { batcher, batches } = doubling();
    await batcher.idle();
    const replies: number[] = [];
    void batcher.submit(1).then((reply) => replies.push(reply));
    await batcher.idle();
    expect([replies, batches]).toEqual([[2], [[1]]]);
  });
});
