import { GraphBuilder, type Value } from './graph-builder.js';
import type { WeightSource } from './layers.js';
import { llamaLogits, type LlamaGraphOptions } from './llama-graph.js';
import type { ParameterLayout } from './parameter-layout.js';

/** Settings of AdamW that are compiled into a training graph. */
export interface AdamWSettings {
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Largest global gradient norm; the gradient is scaled down to it. */
  readonly maxGradientNorm: number;
  /** Without decay the graph has three passes over the vector less, and no input for it. */
  readonly hasWeightDecay?: boolean;
  /** Rows of a trained matrix whose learning rate is multiplied by `scale`. */
  readonly scaledRows?: readonly ScaledRow[];
}

export interface ScaledRow {
  readonly weight: string;
  readonly row: number;
  readonly scale: number;
}

export interface TrainingGraphOptions extends LlamaGraphOptions {
  /** What is trained, as one flat vector (P). */
  readonly trainable: ParameterLayout;
  /** Weights that are fed and stay as they are: name → shape. */
  readonly frozen: ReadonlyMap<string, readonly number[]>;
  readonly optimizer: AdamWSettings;
}

/**
 * One training step as one graph: forward, cross-entropy, backward, clipping, AdamW.
 *
 * Beside the inputs of {@link llamaLogits}: `targets` (M, 1) int64, `weights` (M, 1) summing to 1, `parameters`,
 * `firstMoments`, `secondMoments` (P), `learningRate`, `weightDecay`, `correction1` = 1 - beta1^t, `correction2` = 1 - beta2^t.
 * Outputs: `loss` (), `gradientNorm` () before clipping, and the three vectors after the step.
 */
export function buildTrainingGraph(options: TrainingGraphOptions): Uint8Array {
  const { graph, gradient } = lossAndGradient(options);
  emitAdamW(graph, gradient, options);
  return graph.build('training-step');
}

/** The same without the optimiser: outputs `loss` () and `gradient` (P). What the finite differences are held against. */
export function buildGradientGraph(options: TrainingGraphOptions): Uint8Array {
  const { graph, gradient } = lossAndGradient(options);
  graph.output('gradient', gradient);
  return graph.build('gradient');
}

function lossAndGradient(options: TrainingGraphOptions): { graph: GraphBuilder; gradient: Value } {
  const graph = new GraphBuilder();
  const { trainable, frozen } = options;
  const parameters = graph.input('parameters', [trainable.size]);
  const sizes = graph.integers(trainable.entries.map((entry) => entry.size));
  const pieces = graph.ops('Split', [parameters, sizes], { axis: 0 }, trainable.entries.length);
  const weights = new Map<string, Value>();
  for (const [index, entry] of trainable.entries.entries()) {
    weights.set(entry.name, graph.reshape(pieces[index] as Value, entry.shape));
  }
  for (const [name, shape] of frozen) weights.set(name, graph.input(name, shape));
  const gradients = new Map<string, Value>();
  const source: WeightSource = {
    graph,
    weight: (name) => required(weights, name),
    has: (name) => weights.has(name),
    isTrainable: (name) => trainable.offsets.has(name),
    addGradient: (name, value) => {
      const earlier = gradients.get(name);
      gradients.set(name, earlier === undefined ? value : graph.add(earlier, value));
    },
  };
  const logits = llamaLogits(source, options);
  const { loss, gradient: logitsGradient } = crossEntropy(graph, logits.output);
  graph.output('loss', loss);
  logits.backward(logitsGradient);
  const flat = trainable.entries.map((entry) => graph.reshape(required(gradients, entry.name), [-1]));
  return { graph, gradient: graph.concat(flat, 0) };
}

/** Weighted negative log-likelihood of the targets, and its gradient by the logits (M, V): w · (softmax - onehot). */
function crossEntropy(graph: GraphBuilder, logits: Value): { loss: Value; gradient: Value } {
  const targets = graph.input('targets', ['M', 1], 'int64');
  const weights = graph.input('weights', ['M', 1]);
  const logprobs = graph.op('LogSoftmax', [logits], { axis: -1 });
  const chosen = graph.op('GatherElements', [logprobs, targets], { axis: 1 }); // (M, 1)
  const loss = graph.op('Neg', [graph.sum(graph.multiply(chosen, weights))]);
  const weighted = graph.multiply(graph.op('Exp', [logprobs]), weights);
  const gradient = graph.op('ScatterElements', [weighted, targets, graph.op('Neg', [weights])], {
    axis: 1,
    reduction: 'add',
  });
  return { loss, gradient };
}

/**
 * AdamW on flat vectors. Everything that is one number for the whole vector is worked out before it meets the vector, since
 * each operator on the vector is a pass over memory.
 *
 * Source: Loshchilov & Hutter 2019, as torch.optim.AdamW computes it; the clipping as torch.nn.utils.clip_grad_norm_.
 */
function emitAdamW(graph: GraphBuilder, gradient: Value, options: TrainingGraphOptions): void {
  const { trainable, optimizer } = options;
  const { beta1, beta2 } = optimizer;
  const size = trainable.size;
  const scalar = (name: string): Value => graph.input(name, []);
  const one = graph.scalar(1);
  const squares = graph.multiply(gradient, gradient);
  const norm = graph.op('Sqrt', [graph.sum(squares)]);
  const ratio = graph.divide(graph.scalar(optimizer.maxGradientNorm), graph.add(norm, graph.scalar(1e-6)));
  const clip = graph.op('Min', [ratio, one]);
  const first = graph.add(
    graph.multiply(graph.input('firstMoments', [size]), graph.scalar(beta1)),
    graph.multiply(gradient, graph.multiply(clip, graph.scalar(1 - beta1))),
  );
  const second = graph.add(
    graph.multiply(graph.input('secondMoments', [size]), graph.scalar(beta2)),
    graph.multiply(squares, graph.multiply(graph.multiply(clip, clip), graph.scalar(1 - beta2))),
  );
  const learningRate = scalar('learningRate');
  const stepSize = graph.divide(learningRate, scalar('correction1'));
  const rootCorrection = graph.divide(one, graph.op('Sqrt', [scalar('correction2')]));
  const root = graph.multiply(graph.op('Sqrt', [second]), rootCorrection);
  const direction = graph.divide(first, graph.add(root, graph.scalar(optimizer.epsilon)));
  const updated = graph.subtract(decayed(), graph.multiply(scaled(direction), stepSize));
  graph.output('gradientNorm', norm);
  graph.output('nextParameters', updated);
  graph.output('nextFirstMoments', first);
  graph.output('nextSecondMoments', second);

  function scaled(vector: Value): Value {
    const { scaledRows = [] } = optimizer;
    if (scaledRows.length === 0) return vector;
    return graph.multiply(vector, graph.floats([size], learningRateScales(trainable, scaledRows)));
  }

  function decayed(): Value {
    if (optimizer.hasWeightDecay === false) return 'parameters';
    const decay = graph.multiply(learningRate, scalar('weightDecay'));
    const kept = graph.subtract(one, graph.multiply(graph.floats([size], trainable.decayMask()), decay));
    return graph.multiply('parameters', kept);
  }
}

/** (P): 1, and the scale where a row has one. */
function learningRateScales(trainable: ParameterLayout, rows: readonly ScaledRow[]): Float32Array {
  const scales = new Float32Array(trainable.size).fill(1);
  for (const { weight, row, scale } of rows) {
    const entry = trainable.offsets.get(weight);
    const width = entry?.shape[1] ?? 0;
    if (entry === undefined || (row + 1) * width > entry.size || row < 0) {
      throw new RangeError(`Expected \`${weight}\` to be trained and to have a row ${row}, got none.`);
    }
    scales.fill(scale, entry.offset + row * width, entry.offset + (row + 1) * width);
  }
  return scales;
}

function required(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name);
  if (value === undefined) throw new RangeError(`Expected a weight or gradient named \`${name}\`, got none.`);
  return value;
}
