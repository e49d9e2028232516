import { GraphBuilder } from '../engine/graph-builder.js';
import { createSession, floatTensor } from '../engine/runtime.js';
import { createRandom } from '../random.js';
import { time } from './timing.js';

const SIZE = 1024;

/** FLOP/s that ONNX Runtime reaches on one 1024 x 1024 x 1024 float32 MatMul: what everything else is held against. */
export async function measureMatMulRate(
  threads: number,
  runs: number,
): Promise<{ fastest: number; median: number }> {
  const graph = new GraphBuilder();
  graph.output('c', graph.op('MatMul', [graph.input('a', [SIZE, SIZE]), graph.input('b', [SIZE, SIZE])]));
  const session = await createSession(graph.build('matmul'), { threads });
  const random = createRandom(1);
  const matrix = (): ReturnType<typeof floatTensor> =>
    floatTensor(
      Float32Array.from({ length: SIZE * SIZE }, () => random.next() - 0.5),
      [SIZE, SIZE],
    );
  const feeds = { a: matrix(), b: matrix() };
  const { fastest, median } = await time(runs, async () => {
    await session.run(feeds);
  });
  await session.release();
  return { fastest: (2 * SIZE ** 3) / fastest, median: (2 * SIZE ** 3) / median };
}
