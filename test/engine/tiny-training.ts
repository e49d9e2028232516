import { linearShapes } from '../../src/engine/lora-adapter.js';
import type { LlamaConfig } from '../../src/engine/llama-config.js';
import { packRows, type TokenRow } from '../../src/engine/pack-rows.js';
import { ParameterLayout } from '../../src/engine/parameter-layout.js';
import type { TrainingGraphOptions } from '../../src/engine/training-graph.js';
import { weightShapes } from '../../src/engine/weight-shapes.js';
import { elementCount, type Weight } from '../../src/engine/weights.js';
import { createRandom } from '../../src/random.js';

export const OPTIMIZER = { beta1: 0.9, beta2: 0.98, epsilon: 1e-8, maxGradientNorm: 1 };

export const ROWS: readonly TokenRow[] = [
  { ids: [1, 5, 3, 8, 2, 4, 9], weights: [0, 0, 0, 0, 1, 1, 0.5] },
  { ids: [1, 7, 7, 2], weights: [1, 0, 2, 1] },
  { ids: [3, 6, 4, 0, 9], weights: [0, 0, 0, 1, 1] },
  { ids: [2, 9], weights: [0, 1] },
];

interface TinyTraining {
  readonly options: TrainingGraphOptions;
  /** Of the whole model, and of the adapter's factors. */
  readonly weights: ReadonlyMap<string, Weight>;
  /** The trained ones, flat. */
  readonly parameters: Float32Array;
}

/**
 * A random network of weights that all matter: matrices with standard deviation 0.4, norms around 1, biases not 0.
 *
 * @param rank - of an adapter on every linear layer, which is then trained alone; 0 for none
 * @param frozen - names that are not trained
 */
export function tinyTraining(
  config: LlamaConfig,
  { rank = 0, frozen = [] as readonly string[] } = {},
): TinyTraining {
  const random = createRandom(5);
  const factors = new Map<string, readonly number[]>();
  for (const [module, [out, width]] of rank > 0 ? linearShapes(config) : []) {
    factors.set(`${module}.lora_A.weight`, [rank, width]);
    factors.set(`${module}.lora_B.weight`, [out, rank]);
  }
  const base = weightShapes(config);
  const weights = new Map(
    [...base, ...factors].map(([name, shape]) => {
      const start = name.includes('norm') ? 1 : 0;
      const data = Float32Array.from({ length: elementCount(shape) }, () => start + 0.4 * random.normal());
      return [name, { shape, data }];
    }),
  );
  const isTrained = (name: string): boolean => (rank === 0 ? !frozen.includes(name) : factors.has(name));
  const shapes = [...base, ...factors];
  const trainable = new ParameterLayout(new Map(shapes.filter(([name]) => isTrained(name))));
  const options: TrainingGraphOptions = {
    config,
    lowRank: rank === 0 ? null : { scale: 1.5, modules: new Set(linearShapes(config).keys()) },
    maxTokens: config.maxPositions,
    trainable,
    frozen: new Map(shapes.filter(([name]) => !isTrained(name))),
    optimizer: OPTIMIZER,
  };
  return { options, weights, parameters: trainable.flatten(weights) };
}

/** The rows packed into lines of 8. */
export function packTiny(rows: readonly TokenRow[]): ReturnType<typeof packRows> {
  return packRows(rows, 8, 32);
}
