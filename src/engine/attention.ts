import { linear, type Layer, type LowRank, type WeightSource } from './layers.js';
import type { Value } from './graph-builder.js';
import type { LlamaConfig } from './llama-config.js';

/** What attention needs beside its input; the same for all layers of a graph. Axes: see llama-graph.ts. */
export interface AttentionContext {
  readonly config: LlamaConfig;
  readonly lowRank: LowRank | null;
  /** (B, T) int64: position of each token within its own row. */
  readonly positions: Value;
  /** (B, 1, T, S): 0 where a token may look, a large negative number where not. */
  readonly mask: Value;
  /** (maxPositions, h / 2) */
  readonly cosines: Value;
  /** (maxPositions, h / 2) */
  readonly sines: Value;
  /** (maxPositions, h / 2): the inverse rotation, for gradients. */
  readonly negativeSines: Value;
  /** [B, T, -1] as a shape tensor. */
  readonly batchShape: Value;
}

/** Keys and values of earlier tokens, (B, K, P, h) each, and the names under which the longer ones leave. */
export interface KeyValueCache {
  readonly pastKeys: Value;
  readonly pastValues: Value;
  readonly onPresent: (keys: Value, values: Value) => void;
}

export interface AttentionInput {
  /** Name of the module, such as `model.layers.0.self_attn`. */
  readonly module: string;
  /** (B·T, D) */
  readonly input: Value;
  readonly cache: KeyValueCache | undefined;
}

/**
 * Causal self-attention with rotary positions and grouped heads, without the output projection: x (B·T, D) → (B·T, H·h).
 *
 * The query heads of one key/value head are stacked along the token axis, so that no key or value is copied and the
 * sum over the group in their gradients is part of the matrix product.
 *
 * Source: Su et al. 2021 (rotary), Ainslie et al. 2023 (grouped queries).
 */
export function attention(
  source: WeightSource,
  context: AttentionContext,
  { module, input, cache }: AttentionInput,
): Layer {
  const { graph } = source;
  const { config, lowRank } = context;
  const { keyValueHeads: K, headWidth: h } = config;
  const G = config.queryHeads / K;
  const scale = { float: 1 / Math.sqrt(h) };
  const query = linear(source, `${module}.q_proj`, input, lowRank);
  const key = linear(source, `${module}.k_proj`, input, lowRank);
  const value = linear(source, `${module}.v_proj`, input, lowRank);

  const rotate = (x: Value, sines: Value): Value =>
    graph.op(
      'RotaryEmbedding',
      [graph.reshape(x, context.batchShape), context.positions, context.cosines, sines],
      {
        interleaved: 0,
      },
    );
  const perBatch = (tail: readonly number[]): Value =>
    graph.op(
      'Concat',
      [
        graph.op('Slice', [context.batchShape, graph.integers([0]), graph.integers([2])]),
        graph.integers(tail),
      ],
      { axis: 0 },
    );
  const keyShape = perBatch([K, h]);
  const queryShape = perBatch([K, G, h]);
  // (B, T, K·h) → (B, K, T, h)
  const splitKeys = (x: Value): Value => graph.transpose(graph.reshape(x, keyShape), [0, 2, 1, 3]);
  // (B, T, H·h) → (B, K, G·T, h)
  const splitQueries = (x: Value): Value =>
    G === 1
      ? graph.transpose(graph.reshape(x, keyShape), [0, 2, 1, 3])
      : graph.reshape(graph.transpose(graph.reshape(x, queryShape), [0, 2, 3, 1, 4]), [0, K, -1, h]);
  // (B, K, T, h) → (B·T, K·h)
  const joinKeys = (x: Value): Value => graph.reshape(graph.transpose(x, [0, 2, 1, 3]), [-1, K * h]);
  // (B, K, G·T, h) → (B·T, H·h)
  const joinQueries = (x: Value): Value =>
    G === 1
      ? joinKeys(x)
      : graph.reshape(graph.transpose(graph.reshape(x, [0, K, G, -1, h]), [0, 3, 1, 2, 4]), [-1, K * G * h]);

  const queries = splitQueries(rotate(query.output, context.sines));
  let keys = splitKeys(rotate(key.output, context.sines));
  let values = splitKeys(graph.reshape(value.output, context.batchShape));
  if (cache !== undefined) {
    keys = graph.op('Concat', [cache.pastKeys, keys], { axis: 2 });
    values = graph.op('Concat', [cache.pastValues, values], { axis: 2 });
    cache.onPresent(keys, values);
  }
  const scores = graph.op('FusedMatMul', [queries, keys], { transB: 1, alpha: scale }); // (B, K, G·T, S)
  const masked = addMask(source, context, scores, G);
  const weights = graph.op('Softmax', [masked], { axis: -1 });
  const mixed = graph.op('MatMul', [weights, values]); // (B, K, G·T, h)

  const backward = (outputGradient: Value): Value => {
    const mixedGradient = splitQueries(outputGradient);
    const weightsGradient = graph.op('FusedMatMul', [mixedGradient, values], { transB: 1 });
    const valuesGradient = graph.op('FusedMatMul', [weights, mixedGradient], { transA: 1 });
    // Σ_s dP·P over a row equals Σ_h dO·O: one sum over h instead of over all tokens (Dao et al. 2022).
    const rowSums = graph.sum(graph.multiply(mixedGradient, mixed), [-1], true);
    const scoresGradient = graph.multiply(weights, graph.subtract(weightsGradient, rowSums));
    const queriesGradient = graph.op('FusedMatMul', [scoresGradient, keys], { alpha: scale });
    const keysGradient = graph.op('FusedMatMul', [scoresGradient, queries], { transA: 1, alpha: scale });
    const inverse = (x: Value, heads: number): Value =>
      graph.reshape(rotate(x, context.negativeSines), [-1, heads * h]);
    const inputGradients = [
      query.backward(inverse(joinQueries(queriesGradient), K * G)),
      key.backward(inverse(joinKeys(keysGradient), K)),
      value.backward(joinKeys(valuesGradient)),
    ] as const;
    return graph.add(graph.add(inputGradients[0], inputGradients[1]), inputGradients[2]);
  };
  return { output: joinQueries(mixed), backward };
}

/** Adds the mask to scores (B, K, G·T, S); with several query heads a group it is repeated for each of them. */
function addMask(source: WeightSource, context: AttentionContext, scores: Value, groupSize: number): Value {
  const { graph } = source;
  if (groupSize === 1) return graph.add(scores, context.mask);
  const K = context.config.keyValueHeads;
  // (B, K, G·T, S) → (B, K·G, T, S): the token count is the mask's own, since S may be longer.
  const maskShape = graph.op('Shape', [context.mask]);
  const tokens = graph.op('Slice', [maskShape, graph.integers([2]), graph.integers([4])]);
  const batch = graph.op('Slice', [maskShape, graph.integers([0]), graph.integers([1])]);
  const perHead = graph.op('Concat', [batch, graph.integers([K * groupSize]), tokens], { axis: 0 });
  const stacked = graph.op('Shape', [scores]);
  return graph.reshape(graph.add(graph.reshape(scores, perHead), context.mask), stacked);
}
