import { GraphBuilder } from './graph-builder.js';
import type { LlamaConfig } from './llama-config.js';
import { llamaLogits } from './llama-graph.js';
import { fedWeights } from './fed-weights.js';
import { weightShapes } from './weight-shapes.js';

/** What an inference graph is compiled for; the weights come with each run. */
export interface InferenceGraphOptions {
  readonly config: LlamaConfig;
  /** Longest sequence, in tokens. */
  readonly maxTokens: number;
}

/**
 * Log-probabilities of the tokens that are asked for, and of no others: a whole row of the vocabulary never leaves the runtime.
 *
 * Beside the inputs of `llamaLogits` and the weights by name: `picked` (M, C) int64, the token ids asked for after each row.
 * Output: `logprobs` (M, C), nats.
 */
export function buildScoringGraph({ config, maxTokens }: InferenceGraphOptions): Uint8Array {
  const graph = new GraphBuilder();
  const source = fedWeights(graph, weightShapes(config));
  const logits = llamaLogits(source, { config, lowRank: null, maxTokens });
  const picked = graph.input('picked', ['M', 'C'], 'int64');
  const logprobs = graph.op('LogSoftmax', [logits.output], { axis: -1 });
  graph.output('logprobs', graph.op('GatherElements', [logprobs, picked], { axis: 1 }));
  return graph.build('scoring');
}
