import { describe, expect, it } from '@jest/globals';
import { attention } from '../../src/engine/attention.js';
import { GraphBuilder, type Value } from '../../src/engine/graph-builder.js';
import {
  embedding,
  gatherRows,
  linear,
  rmsNorm,
  swiGlu,
  type Layer,
  type WeightSource,
} from '../../src/engine/layers.js';
import { ParameterLayout } from '../../src/engine/parameter-layout.js';
import { ropeTables } from '../../src/engine/rope.js';
import { createSession, floatsOf, floatTensor } from '../../src/engine/runtime.js';
import { createRandom } from '../../src/random.js';
import { slopeError } from './finite-differences.js';
import { TINY_CONFIG } from './random-checkpoint.js';

type Shapes = Readonly<Record<string, readonly number[]>>;
type Build = (source: WeightSource, input: Value) => Layer;

interface LayerCase {
  /** Of the input `x` and the weights. */
  readonly shapes: Shapes;
  readonly outputShape: readonly [number, number];
  readonly build: Build;
}

/** Largest slope error over the input and all weights, of the loss Σ c ⊙ y with random c. */
async function largestSlopeError({ shapes, outputShape, build }: LayerCase): Promise<number> {
  const layout = new ParameterLayout(new Map(Object.entries(shapes)));
  const graph = new GraphBuilder();
  for (const [name, shape] of Object.entries(shapes)) graph.input(name, shape);
  const gradients = new Map<string, Value>();
  const source: WeightSource = {
    graph,
    weight: (name) => name,
    has: (name) => name in shapes,
    isTrainable: () => true,
    addGradient: (name, value) => gradients.set(name, value),
  };
  const layer = build(source, 'x');
  const random = createRandom(7);
  const normals = (length: number): Float32Array => Float32Array.from({ length }, () => random.normal());
  const c = normals(outputShape[0] * outputShape[1]);
  graph.output('y', layer.output);
  gradients.set('x', layer.backward(graph.floats(outputShape, c)));
  for (const { name } of layout.entries) graph.output(`d/${name}`, gradients.get(name) ?? 'missing');
  const session = await createSession(graph.build('layer'), { threads: 1 });

  const run = (values: Float32Array): ReturnType<typeof session.run> =>
    session.run(
      Object.fromEntries(
        [...layout.unflatten(values)].map(([name, { shape, data }]) => [name, floatTensor(data, shape)]),
      ),
    );
  const loss = async (values: Float32Array): Promise<number> =>
    floatsOf(await run(values), 'y').reduce((sum, y, index) => sum + y * (c[index] ?? 0), 0);
  const at = normals(layout.size).map((value) => 0.7 * value);
  const outputs = await run(at);
  const gradient = layout.entries.flatMap(({ name }) => [...floatsOf(outputs, `d/${name}`)]);
  const errors: number[] = [];
  for (const { offset, size } of layout.entries) {
    for (const seed of [1, 2, 3]) {
      errors.push(await slopeError({ loss, at, gradient, range: [offset, offset + size], seed }));
    }
  }
  await session.release();
  return Math.max(...errors);
}

const ADAPTED = { scale: 1.5, modules: new Set(['m', 'm.gate_proj', 'm.q_proj', 'm.v_proj']) };

describe('layers', () => {
  it.each<[string, readonly [number, number], Shapes, Build]>([
    ['linear', [5, 4], { x: [5, 6], 'm.weight': [4, 6] }, (s, x) => linear(s, 'm', x, null)],
    [
      'linear with bias and low-rank term',
      [5, 4],
      { x: [5, 6], 'm.weight': [4, 6], 'm.bias': [4], 'm.lora_A.weight': [2, 6], 'm.lora_B.weight': [4, 2] },
      (s, x) => linear(s, 'm', x, ADAPTED),
    ],
    ['rmsNorm', [5, 6], { x: [5, 6], w: [6] }, (s, x) => rmsNorm(s, 'w', x, 1e-5)],
    [
      'swiGlu',
      [5, 6],
      {
        x: [5, 6],
        'm.gate_proj.weight': [7, 6],
        'm.gate_proj.lora_A.weight': [2, 6],
        'm.gate_proj.lora_B.weight': [7, 2],
        'm.up_proj.weight': [7, 6],
        'm.down_proj.weight': [6, 7],
      },
      (s, x) => swiGlu(s, 'm', x, ADAPTED),
    ],
    ['gatherRows', [2, 6], { x: [5, 6] }, (s, x) => gatherRows(s.graph, x, s.graph.integers([3, 0]))],
  ])('%s has the gradient that finite differences measure', async (_, outputShape, shapes, build) => {
    expect(await largestSlopeError({ shapes, outputShape, build })).toBeLessThan(2e-4);
  });

  it('embedding adds up the gradients of a token that occurs twice', async () => {
    const shapes = { x: [7, 6] };
    const build: Build = (source, table) => {
      let tableGradient = '';
      const own = { ...source, addGradient: (_: string, value: Value) => (tableGradient = value) };
      const layer = embedding(own, table, source.graph.integers([2, 0, 2, 5]));
      return { output: layer.output, backward: (gradient) => (layer.backward(gradient), tableGradient) };
    };
    expect(await largestSlopeError({ shapes, outputShape: [4, 6], build })).toBeLessThan(2e-4);
  });

  it.each([
    ['one query head a key/value head', 2, 2],
    ['two query heads a key/value head', 4, 2],
    ['three query heads for the only key/value head', 3, 1],
  ])(
    'attention with %s has the gradient that finite differences measure',
    async (_, queryHeads, keyValueHeads) => {
      const [batch, tokens, width, headWidth] = [2, 4, 5, 4];
      const config = { ...TINY_CONFIG, queryHeads, keyValueHeads, headWidth };
      const [queryWidth, keyWidth] = [queryHeads * headWidth, keyValueHeads * headWidth];
      const shapes = {
        x: [batch * tokens, width],
        'm.q_proj.weight': [queryWidth, width],
        'm.q_proj.bias': [queryWidth],
        'm.q_proj.lora_A.weight': [2, width],
        'm.q_proj.lora_B.weight': [queryWidth, 2],
        'm.k_proj.weight': [keyWidth, width],
        'm.k_proj.bias': [keyWidth],
        'm.v_proj.weight': [keyWidth, width],
        'm.v_proj.bias': [keyWidth],
        'm.v_proj.lora_A.weight': [2, width],
        'm.v_proj.lora_B.weight': [keyWidth, 2],
      };
      const build: Build = ({ graph, ...source }, x) => {
        const { cosines, sines } = ropeTables(config, 8);
        const table = (values: Float32Array): Value => graph.floats([8, headWidth / 2], values);
        const causal = Float32Array.from({ length: batch * tokens ** 2 }, (__, index) =>
          index % tokens > Math.floor(index / tokens) % tokens ? -1e9 : 0,
        );
        const context = {
          config,
          lowRank: ADAPTED,
          positions: graph.reshape(graph.integers([0, 1, 2, 3, 0, 1, 0, 1]), [batch, tokens]),
          mask: graph.floats([batch, 1, tokens, tokens], causal),
          cosines: table(cosines),
          sines: table(sines),
          negativeSines: table(sines.map((sine) => -sine)),
          batchShape: graph.integers([batch, tokens, -1]),
        };
        return attention({ graph, ...source }, context, { module: 'm', input: x, cache: undefined });
      };
      const outputShape = [batch * tokens, queryWidth] as const;
      expect(await largestSlopeError({ shapes, outputShape, build })).toBeLessThan(2e-4);
    },
  );
});
