import { GraphBuilder } from '../engine/graph-builder.js';
import { createSession, floatTensor } from '../engine/runtime.js';
import { time } from './timing.js';

/** 256 MB: more than any cache holds. */
const ROWS = 1024;
const COLUMNS = 65_536;

/** Bytes a second at which numbers can be read and added up: what a decoder that reads every weight once can reach. */
export async function measureBandwidth(threads: number, runs: number): Promise<number> {
  const graph = new GraphBuilder();
  graph.output('sums', graph.sum(graph.input('x', [ROWS, COLUMNS]), [1]));
  const session = await createSession(graph.build('bandwidth'), { threads });
  const x = new Float32Array(ROWS * COLUMNS).fill(1);
  const feeds = { x: floatTensor(x, [ROWS, COLUMNS]) };
  const { fastest } = await time(runs, async () => {
    await session.run(feeds);
  });
  await session.release();
  return x.byteLength / fastest;
}
