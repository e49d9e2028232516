import { FINE_TUNE_DEFAULTS } from '../config/fine-tune-defaults.js';
import type { LlamaConfig } from '../engine/llama-config.js';
import { packRows } from '../engine/pack-rows.js';
import { ParameterLayout } from '../engine/parameter-layout.js';
import { initialWeights, TrainingSession } from '../engine/training-session.js';
import { weightShapes } from '../engine/weight-shapes.js';
import type { PocketWorkload } from './pocket-workload.js';
import { time } from './timing.js';

const NAMES = 4000;

/**
 * Seconds of a training step of the pocket base alone, and among thousands of names that are read and never said, as in
 * its pre-training. The difference is what they cost: a one-hot product over them would be one pass of
 * 2 · tokens · names · width FLOPs more, the optimiser's passes over their rows are there either way.
 */
export async function measureEmbeddingGradient(
  { checkpoint, rows }: PocketWorkload,
  { threads, runs, lineTokens }: { threads: number; runs: number; lineTokens: number },
): Promise<{ alone: number; amongNames: number; names: number; oneHotFlops: number }> {
  const { config } = checkpoint;
  const batch = packRows(rows, lineTokens, config.maxPositions);
  const seconds = async (names: number): Promise<number> => {
    const session = await openSession(
      { ...config, vocabSize: config.vocabSize + names },
      config.vocabSize,
      threads,
    );
    const { median } = await time(runs, async () => {
      await session.run(batch, { learningRate: 1e-4, weightDecay: 0 });
    });
    await session.dispose();
    return median;
  };
  return {
    alone: await seconds(0),
    amongNames: await seconds(NAMES),
    names: NAMES,
    oneHotFlops: 2 * batch.batch * batch.tokens * NAMES * config.width,
  };
}

async function openSession(
  config: LlamaConfig,
  answerableTokens: number,
  threads: number,
): Promise<TrainingSession> {
  const { beta1, beta2, epsilon, maxGradientNorm } = FINE_TUNE_DEFAULTS.pocket;
  const shapes = weightShapes(config);
  const trainable = new ParameterLayout(shapes);
  const session = await TrainingSession.create(
    {
      config,
      lowRank: null,
      maxTokens: config.maxPositions,
      answerableTokens,
      trainable,
      frozen: new Map(),
      optimizer: { beta1, beta2, epsilon, maxGradientNorm, hasWeightDecay: false },
    },
    new Map(),
    { threads },
  );
  session.restore({
    parameters: trainable.flatten(initialWeights(shapes, { seed: 1, layers: config.layers })),
  });
  return session;
}
