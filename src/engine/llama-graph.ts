import { attention, type AttentionContext, type KeyValueCache } from './attention.js';
import {
  embedding,
  gatherRows,
  linear,
  rmsNorm,
  swiGlu,
  type Layer,
  type LowRank,
  type WeightSource,
} from './layers.js';
import type { GraphBuilder, Value } from './graph-builder.js';
import type { LlamaConfig } from './llama-config.js';
import { ropeTables } from './rope.js';

/**
 * @file The decoder of Llama and Qwen2 as Hugging Face defines it.
 *
 * Axes: B packed rows, T tokens of a packed row, S tokens that may be looked at, D width, H query heads, K key/value
 * heads, h head width, F feed-forward width, V vocabulary, M positions whose next token is scored.
 */

export interface LlamaGraphOptions {
  readonly config: LlamaConfig;
  readonly lowRank: LowRank | null;
  /** Longest packed row, in tokens: how far the rotary tables reach. */
  readonly maxTokens: number;
  /**
   * With tied embeddings: only the first so many tokens can be answered, and the logits have that many columns.
   * The pocket base is trained among thousands of agents whose names are read and never said.
   */
  readonly answerableTokens?: number;
  /**
   * Some tokens are read without learning from it: declares the input `learning` (B·T, 1), 1 or 0. What another row taught
   * such a token is then all that it holds, and the rest of the network has to read that.
   */
  readonly hasReadOnlyTokens?: boolean;
}

/** One cache per layer, for decoding. */
export type CacheOfLayer = (layer: number) => KeyValueCache;

/**
 * Declares the inputs `ids` (B, T) int64, `positions` (B, T) int64, `mask` (B, 1, T, S) and `rows` (M) int64, and emits
 * the logits of the rows: (M, V).
 *
 * Only the rows go through the last layer's output projection, its feed-forward part and the vocabulary.
 */
export function llamaLogits(source: WeightSource, options: LlamaGraphOptions, caches?: CacheOfLayer): Layer {
  const { graph } = source;
  const { config, lowRank } = options;
  const ids = graph.input('ids', ['B', 'T'], 'int64');
  const rows = graph.input('rows', ['M'], 'int64');
  const context = attentionContext(graph, options, ids);
  const table = 'model.embed_tokens.weight';
  const embedded = embedding(
    source,
    table,
    graph.reshape(ids, [-1]),
    options.hasReadOnlyTokens === true ? graph.input('learning', ['N', 1]) : null,
  );
  const layers: Layer[] = [embedded];
  let x = embedded.output;
  for (let index = 0; index < config.layers; index++) {
    const isLast = index === config.layers - 1;
    const layer = decoderLayer(source, context, {
      prefix: `model.layers.${index}`,
      input: x,
      rows: isLast ? rows : null,
      cache: caches?.(index),
    });
    layers.push(layer);
    x = layer.output;
  }
  const norm = rmsNorm(source, 'model.norm.weight', x, config.rmsNormEpsilon);
  layers.push(norm);
  layers.push(
    config.tiedEmbeddings
      ? tiedHead(source, table, norm.output, options)
      : linear(source, 'lm_head', norm.output, lowRank),
  );
  const backward = (outputGradient: Value): Value =>
    layers.reduceRight((gradient, layer) => layer.backward(gradient), outputGradient);
  return { output: (layers.at(-1) as Layer).output, backward };
}

function attentionContext(graph: GraphBuilder, options: LlamaGraphOptions, ids: Value): AttentionContext {
  const { config, lowRank, maxTokens } = options;
  const { cosines, sines } = ropeTables(config, maxTokens);
  const shape = [maxTokens, config.headWidth / 2];
  return {
    config,
    lowRank,
    positions: graph.input('positions', ['B', 'T'], 'int64'),
    mask: graph.input('mask', ['B', 1, 'T', 'S']),
    cosines: graph.floats(shape, cosines),
    sines: graph.floats(shape, sines),
    negativeSines: graph.floats(
      shape,
      sines.map((sine) => -sine),
    ),
    batchShape: graph.op('Concat', [graph.op('Shape', [ids]), graph.integers([-1])], { axis: 0 }),
  };
}

interface DecoderLayerOptions {
  readonly prefix: string;
  /** (B·T, D) */
  readonly input: Value;
  /** The rows to keep after attention, or `null` for all. */
  readonly rows: Value | null;
  readonly cache: KeyValueCache | undefined;
}

/** `r = x + W_o attention(norm(x))`, `y = r + swiglu(norm(r))`; (B·T, D) → (B·T, D), or (M, D) where rows are given. */
function decoderLayer(source: WeightSource, context: AttentionContext, options: DecoderLayerOptions): Layer {
  const { graph } = source;
  const { prefix, input, rows, cache } = options;
  const { rmsNormEpsilon } = context.config;
  const inputNorm = rmsNorm(source, `${prefix}.input_layernorm.weight`, input, rmsNormEpsilon);
  const mixed = attention(source, context, {
    module: `${prefix}.self_attn`,
    input: inputNorm.output,
    cache,
  });
  const keptMixed = rows === null ? null : gatherRows(graph, mixed.output, rows);
  const keptInput = rows === null ? null : gatherRows(graph, input, rows);
  const projected = linear(
    source,
    `${prefix}.self_attn.o_proj`,
    keptMixed?.output ?? mixed.output,
    context.lowRank,
  );
  const residual = graph.add(keptInput?.output ?? input, projected.output);
  const outputNorm = rmsNorm(source, `${prefix}.post_attention_layernorm.weight`, residual, rmsNormEpsilon);
  const feedForward = swiGlu(source, `${prefix}.mlp`, outputNorm.output, context.lowRank);
  const backward = (outputGradient: Value): Value => {
    const residualGradient = graph.add(
      outputGradient,
      outputNorm.backward(feedForward.backward(outputGradient)),
    );
    const projectedGradient = projected.backward(residualGradient);
    const mixedGradient = keptMixed?.backward(projectedGradient) ?? projectedGradient;
    const skipGradient = keptInput?.backward(residualGradient) ?? residualGradient;
    return graph.add(skipGradient, inputNorm.backward(mixed.backward(mixedGradient)));
  };
  return { output: graph.add(residual, feedForward.output), backward };
}

/** Logits by the embedding table itself: x (M, D), table (V, D) → (M, V). */
function tiedHead(source: WeightSource, table: string, input: Value, options: LlamaGraphOptions): Layer {
  const { graph } = source;
  const { vocabSize: V, width: D } = options.config;
  const answerable = options.answerableTokens ?? V;
  const whole = source.weight(table);
  const weight =
    answerable === V ? whole : graph.op('Slice', [whole, graph.integers([0]), graph.integers([answerable])]);
  const backward = (outputGradient: Value): Value => {
    if (source.isTrainable(table)) {
      const gradient = graph.op('Gemm', [outputGradient, input], { transA: 1 });
      const rest = graph.op('ConstantOfShape', [graph.integers([V - answerable, D])]);
      source.addGradient(table, answerable === V ? gradient : graph.concat([gradient, rest], 0));
    }
    return graph.op('Gemm', [outputGradient, weight]);
  };
  return { output: graph.op('Gemm', [input, weight], { transB: 1 }), backward };
}
