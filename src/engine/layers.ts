import type { GraphBuilder, Value } from './graph-builder.js';

/** Forward value of a layer, and the function that emits its backward half. */
export interface Layer {
  readonly output: Value;
  /** Emits the gradient of the input for a given gradient of the output, and hands the weights' to the source. */
  backward(outputGradient: Value): Value;
}

/** Where a layer finds its weights and leaves their gradients. */
export interface WeightSource {
  readonly graph: GraphBuilder;
  /** The weight of that Hugging Face name, whole. */
  weight(name: string): Value;
  has(name: string): boolean;
  isTrainable(name: string): boolean;
  addGradient(name: string, gradient: Value): void;
}

/** The scale of the low-rank product that is added to a linear layer, where the module has an adapter. */
export interface LowRank {
  readonly scale: number;
  readonly modules: ReadonlySet<string>;
}

/**
 * `y = x Wᵀ (+ b) (+ scale · (x Aᵀ) Bᵀ)`.
 *
 * x (N, in), W (out, in), A (rank, in), B (out, rank) → y (N, out).
 *
 * Source: Hu et al. 2021 (LoRA) for the low-rank term.
 */
export function linear(source: WeightSource, module: string, input: Value, lowRank: LowRank | null): Layer {
  const { graph } = source;
  const weight = source.weight(`${module}.weight`);
  const bias = source.has(`${module}.bias`) ? [source.weight(`${module}.bias`)] : [];
  const base = graph.op('Gemm', [input, weight, ...bias], { transB: 1 });
  const hasAdapter = lowRank?.modules.has(module) === true;
  const [nameA, nameB] = [`${module}.lora_A.weight`, `${module}.lora_B.weight`];
  let output = base;
  let reduced = '';
  const scale = hasAdapter ? graph.scalar(lowRank.scale) : '';
  if (hasAdapter) {
    reduced = graph.multiply(graph.op('Gemm', [input, source.weight(nameA)], { transB: 1 }), scale); // (N, rank)
    output = graph.add(base, graph.op('Gemm', [reduced, source.weight(nameB)], { transB: 1 }));
  }
  const backward = (outputGradient: Value): Value => {
    if (source.isTrainable(`${module}.weight`)) {
      source.addGradient(`${module}.weight`, graph.op('Gemm', [outputGradient, input], { transA: 1 }));
    }
    if (bias.length > 0 && source.isTrainable(`${module}.bias`)) {
      source.addGradient(`${module}.bias`, graph.sum(outputGradient, [0]));
    }
    const inputGradient = graph.op('Gemm', [outputGradient, weight]);
    if (!hasAdapter) return inputGradient;
    source.addGradient(nameB, graph.op('Gemm', [outputGradient, reduced], { transA: 1 }));
    const reducedGradient = graph.multiply(graph.op('Gemm', [outputGradient, source.weight(nameB)]), scale);
    source.addGradient(nameA, graph.op('Gemm', [reducedGradient, input], { transA: 1 }));
    return graph.add(inputGradient, graph.op('Gemm', [reducedGradient, source.weight(nameA)]));
  };
  return { output, backward };
}

/**
 * `y = x / rms(x) · w`, over the last axis; x (N, D), w (D) → y (N, D).
 *
 * Source: Zhang & Sennrich 2019.
 */
export function rmsNorm(source: WeightSource, name: string, input: Value, epsilon: number): Layer {
  const { graph } = source;
  const weight = source.weight(name);
  const attributes = { axis: -1, epsilon: { float: epsilon } };
  const [output, inverseRms] = graph.ops('SimplifiedLayerNormalization', [input, weight], attributes, 2) as [
    Value,
    Value,
  ];
  const backward = (outputGradient: Value): Value => {
    const normalized = graph.multiply(input, inverseRms);
    if (source.isTrainable(name)) {
      source.addGradient(name, graph.sum(graph.multiply(outputGradient, normalized), [0]));
    }
    const scaled = graph.multiply(outputGradient, weight);
    const projection = graph.op('ReduceMean', [graph.multiply(scaled, normalized), graph.integers([-1])]); // (N, 1)
    return graph.multiply(inverseRms, graph.subtract(scaled, graph.multiply(normalized, projection)));
  };
  return { output, backward };
}

/**
 * `y = W_down (silu(W_gate x) ⊙ W_up x)`; x (N, D), gate and up (F, D), down (D, F) → y (N, D).
 *
 * Source: Shazeer 2020.
 */
export function swiGlu(source: WeightSource, module: string, input: Value, lowRank: LowRank | null): Layer {
  const { graph } = source;
  const gate = linear(source, `${module}.gate_proj`, input, lowRank);
  const up = linear(source, `${module}.up_proj`, input, lowRank);
  const sigmoid = graph.op('Sigmoid', [gate.output]);
  const activated = graph.multiply(gate.output, sigmoid);
  const down = linear(source, `${module}.down_proj`, graph.multiply(activated, up.output), lowRank);
  const backward = (outputGradient: Value): Value => {
    const hiddenGradient = down.backward(outputGradient);
    const upGradient = graph.multiply(hiddenGradient, activated);
    const activatedGradient = graph.multiply(hiddenGradient, up.output);
    // silu'(g) = s + silu(g) (1 - s), with s = sigmoid(g)
    const slope = graph.add(sigmoid, graph.subtract(activated, graph.multiply(activated, sigmoid)));
    const gateGradient = graph.multiply(activatedGradient, slope);
    return graph.add(gate.backward(gateGradient), up.backward(upGradient));
  };
  return { output: down.output, backward };
}

/**
 * Rows of the embedding: ids (N) int64, table (V, D) → (N, D). The gradient is scattered, never a one-hot product.
 *
 * @param learning - (N, 1), 1 or 0: whether the row learns from where it stands; `null` for all 1
 */
export function embedding(
  source: WeightSource,
  name: string,
  ids: Value,
  learning: Value | null = null,
): Layer {
  const { graph } = source;
  const table = source.weight(name);
  const backward = (outputGradient: Value): Value => {
    if (source.isTrainable(name)) {
      const zeros = graph.op('ConstantOfShape', [graph.op('Shape', [table])]);
      const index = graph.op('Unsqueeze', [ids, graph.integers([1])]);
      const kept = learning === null ? outputGradient : graph.multiply(outputGradient, learning);
      source.addGradient(name, graph.op('ScatterND', [zeros, index, kept], { reduction: 'add' }));
    }
    return outputGradient;
  };
  return { output: graph.op('Gather', [table, ids]), backward };
}

/** The given rows: x (N, D), rows (M) int64, no row twice → (M, D). */
export function gatherRows(graph: GraphBuilder, input: Value, rows: Value): Layer {
  const backward = (outputGradient: Value): Value => {
    const zeros = graph.op('ConstantOfShape', [graph.op('Shape', [input])]);
    return graph.op('ScatterND', [zeros, graph.op('Unsqueeze', [rows, graph.integers([1])]), outputGradient]);
  };
  return { output: graph.op('Gather', [input, rows]), backward };
}
