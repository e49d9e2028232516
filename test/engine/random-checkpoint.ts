import { elementCount } from '../../src/engine/weights.js';
import { linearShapes } from '../../src/engine/lora-adapter.js';
import type { LoraAdapter } from '../../src/engine/lora-adapter.js';
import type { LlamaConfig } from '../../src/engine/llama-config.js';
import { weightShapes } from '../../src/engine/weight-shapes.js';
import type { Weight } from '../../src/engine/weights.js';
import { createRandom } from '../../src/random.js';
import type { Random } from '../../src/random.js';

export const TINY_CONFIG: LlamaConfig = {
  modelType: 'llama',
  vocabSize: 10,
  width: 8,
  layers: 2,
  queryHeads: 4,
  keyValueHeads: 2,
  headWidth: 4,
  feedForward: 6,
  ropeTheta: 10_000,
  ropeScaling: null,
  rmsNormEpsilon: 1e-5,
  tiedEmbeddings: false,
  attentionBias: false,
  maxPositions: 32,
  bosTokenId: 1,
  eosTokenIds: [2],
  padTokenId: null,
};

export function randomWeight(shape: readonly number[], random: Random): Weight {
  return { shape, data: Float32Array.from({ length: elementCount(shape) }, () => random.normal()) };
}

export function randomWeights(config: LlamaConfig, seed: number): Map<string, Weight> {
  const random = createRandom(seed);
  return new Map([...weightShapes(config)].map(([name, shape]) => [name, randomWeight(shape, random)]));
}

/** Rank 2, alpha 4, on the layers whose name ends like this. */
export function randomAdapter(config: LlamaConfig, seed: number, suffix = '_proj'): LoraAdapter {
  const random = createRandom(seed);
  const modules = [...linearShapes(config)]
    .filter(([module]) => module.endsWith(suffix))
    .map(([module, [out, width]]) => {
      return [module, { a: randomWeight([2, width], random), b: randomWeight([out, 2], random) }] as const;
    });
  return { rank: 2, alpha: 4, scale: 2, modules: new Map(modules) };
}
