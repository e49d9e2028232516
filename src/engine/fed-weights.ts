import type { Tensor } from 'onnxruntime-node';
import type { GraphBuilder, Value } from './graph-builder.js';
import type { WeightSource } from './layers.js';
import { floatTensor } from './runtime.js';
import { showShape, type Weights } from './weights.js';

/** Weights that are fed at every run and never trained: one compiled graph serves every model of its shape. */
export function fedWeights(
  graph: GraphBuilder,
  shapes: ReadonlyMap<string, readonly number[]>,
): WeightSource {
  const values = new Map<string, Value>([...shapes].map(([name, shape]) => [name, graph.input(name, shape)]));
  return {
    graph,
    weight: (name) => {
      const value = values.get(name);
      if (value === undefined) throw new RangeError(`Expected a weight named \`${name}\`, got none.`);
      return value;
    },
    has: (name) => values.has(name),
    isTrainable: () => false,
    addGradient: () => undefined,
  };
}

/**
 * Tensors over the weights' own memory, for the inputs that {@link fedWeights} declared.
 *
 * @throws {RangeError} if one is missing or has another shape
 */
export function weightFeeds(
  shapes: ReadonlyMap<string, readonly number[]>,
  weights: Weights,
): Record<string, Tensor> {
  return Object.fromEntries(
    [...shapes].map(([name, shape]) => {
      const weight = weights.get(name);
      if (weight?.shape.join() !== shape.join()) {
        const got = weight === undefined ? 'none' : showShape(weight.shape);
        throw new RangeError(`Expected \`${name}\` to have shape ${showShape(shape)}, got ${got}.`);
      }
      return [name, floatTensor(weight.data, shape)];
    }),
  );
}
