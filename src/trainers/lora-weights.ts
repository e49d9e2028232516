import type { LlamaConfig } from '../engine/llama-config.js';
import { linearShapes, type LoraAdapter, type LoraFactors } from '../engine/lora-adapter.js';
import type { Weight, Weights } from '../engine/weights.js';
import { createRandom } from '../random.js';
import type { FineTuneSettings } from '../types/fine-tune-settings.js';

/**
 * The low-rank weights before training: A (rank, in) uniform in ±1/√in, B (out, rank) zero, so that the model starts as
 * its base. Named `<layer>.lora_A.weight` and `<layer>.lora_B.weight`, in the order of the forward pass.
 *
 * Source: Hu et al. 2021; A as PEFT starts it, `kaiming_uniform_(a=√5)`, whose bound is √(6 / ((1 + 5) in)).
 */
export function initialLoraWeights(
  config: LlamaConfig,
  { loraRank: rank, loraModules, seed }: Pick<FineTuneSettings, 'loraRank' | 'loraModules' | 'seed'>,
): Map<string, Weight> {
  const random = createRandom(seed).fork('lora');
  const weights = new Map<string, Weight>();
  for (const [module, [outputs, inputs]] of linearShapes(config)) {
    if (!loraModules.some((name) => module.endsWith(`.${name}`))) continue;
    const bound = 1 / Math.sqrt(inputs);
    const stream = random.fork(module);
    const data = Float32Array.from({ length: rank * inputs }, () => (2 * stream.next() - 1) * bound);
    weights.set(`${module}.lora_A.weight`, { shape: [rank, inputs], data });
    weights.set(`${module}.lora_B.weight`, {
      shape: [outputs, rank],
      data: new Float32Array(outputs * rank),
    });
  }
  return weights;
}

/** Names of the layers that have low-rank weights. */
export function loraModules(names: Iterable<string>): string[] {
  return [...names].flatMap((name) => /^(.+)\.lora_A\.weight$/.exec(name)?.[1] ?? []);
}

/** The adapter that low-rank weights make up. @throws {RangeError} if one of a pair is missing */
export function toLoraAdapter(
  weights: Weights,
  { loraRank: rank, loraAlpha: alpha }: Pick<FineTuneSettings, 'loraRank' | 'loraAlpha'>,
  baseSha256: string,
): LoraAdapter {
  const modules = new Map<string, LoraFactors>();
  for (const module of loraModules(weights.keys())) {
    const [a, b] = [weights.get(`${module}.lora_A.weight`), weights.get(`${module}.lora_B.weight`)];
    if (a === undefined || b === undefined) {
      throw new RangeError(`Expected both factors of \`${module}\`, got one.`);
    }
    modules.set(module, { a, b });
  }
  return { rank, alpha, scale: alpha / rank, modules, baseSha256 };
}
