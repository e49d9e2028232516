import { fedWeights } from './fed-weights.js';
import { GraphBuilder } from './graph-builder.js';
import { llamaLogits } from './llama-graph.js';
import type { InferenceGraphOptions } from './scoring-graph.js';
import { weightShapes } from './weight-shapes.js';

/**
 * Logits after the last token of each line, with the keys and values of earlier tokens handed in and out: one graph reads a
 * prompt (P = 0) and goes on from it a token at a time.
 *
 * Beside the inputs of `llamaLogits` and the weights by name, for each layer `past.keys.<layer>` and `past.values.<layer>`
 * (B, K, P, h). Outputs: `logits` (M, V), `present.keys.<layer>` and `present.values.<layer>` (B, K, P + T, h).
 */
export function buildDecodingGraph({ config, maxTokens }: InferenceGraphOptions): Uint8Array {
  const graph = new GraphBuilder();
  const source = fedWeights(graph, weightShapes(config));
  const shape = ['B', config.keyValueHeads, 'P', config.headWidth];
  const logits = llamaLogits(source, { config, lowRank: null, maxTokens }, (layer) => ({
    pastKeys: graph.input(`past.keys.${layer}`, shape),
    pastValues: graph.input(`past.values.${layer}`, shape),
    onPresent: (keys, values) => {
      graph.output(`present.keys.${layer}`, keys);
      graph.output(`present.values.${layer}`, values);
    },
  }));
  graph.output('logits', logits.output);
  return graph.build('decoding');
}
