import type { LlamaConfig } from '../engine/llama-config.js';
import { ParameterLayout } from '../engine/parameter-layout.js';
import type { ScaledRow, TrainingGraphOptions } from '../engine/training-graph.js';
import { weightShapes } from '../engine/weight-shapes.js';
import type { Weights } from '../engine/weights.js';
import type { FineTuneSettings } from '../types/fine-tune-settings.js';
import type { TrainingTokenizer } from './tokenize-rows.js';
import { initialLoraWeights, loraModules } from './lora-weights.js';

/** Row lengths differ from one data set to the next; below this, all of them share one compiled graph. */
const SHORTEST_CONTEXT = 256;

interface TrainedBase {
  readonly config: LlamaConfig;
  readonly weights: Weights;
  readonly tokenizer: Pick<TrainingTokenizer, 'tokenId'>;
}

/** What is trained, and where it starts. */
export interface TrainingPlan {
  readonly graph: TrainingGraphOptions;
  /** (P) */
  readonly initialParameters: Float32Array;
}

/**
 * The graph of a fine-tuning and the values that it starts from.
 *
 * @param longestRow - in tokens; the graph's own limit is the next power of two, within the model's context
 */
export function planTraining(
  { config, weights, tokenizer }: TrainedBase,
  settings: FineTuneSettings,
  longestRow: number,
): TrainingPlan {
  const { mode, beta1, beta2, epsilon, maxGradientNorm, weightDecay, loraRank, loraAlpha } = settings;
  const shapes = weightShapes(config);
  const contextTokens = Math.max(SHORTEST_CONTEXT, 2 ** Math.ceil(Math.log2(longestRow)));
  const optimizer = { beta1, beta2, epsilon, maxGradientNorm, hasWeightDecay: weightDecay > 0 };
  const shared = {
    config,
    maxTokens: Math.min(config.maxPositions, contextTokens),
  };
  if (mode === 'full') {
    const trainable = new ParameterLayout(shapes);
    return {
      graph: {
        ...shared,
        optimizer: { ...optimizer, scaledRows: scaledRows(tokenizer, settings) },
        lowRank: null,
        trainable,
        frozen: new Map(),
      },
      initialParameters: trainable.flatten(weights),
    };
  }
  const initial = initialLoraWeights(config, settings);
  const trainable = new ParameterLayout(new Map([...initial].map(([name, { shape }]) => [name, shape])));
  const lowRank = { scale: loraAlpha / loraRank, modules: new Set(loraModules(initial.keys())) };
  return {
    graph: { ...shared, optimizer, lowRank, trainable, frozen: shapes },
    initialParameters: trainable.flatten(initial),
  };
}

/** Tokens that the tokenizer lacks are passed over: a recipe serves models of several vocabularies. */
function scaledRows(
  tokenizer: TrainedBase['tokenizer'],
  { learningRate, tokenLearningRates }: FineTuneSettings,
): ScaledRow[] {
  return Object.entries(tokenLearningRates).flatMap(([token, rate]) => {
    const row = tokenizer.tokenId(token);
    return row === null ? [] : [{ weight: 'model.embed_tokens.weight', row, scale: rate / learningRate }];
  });
}
