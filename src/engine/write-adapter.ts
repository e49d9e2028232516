import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkAdapterShapes, linearShapes } from './lora-adapter.js';
import type { LoraAdapter } from './lora-adapter.js';
import { BASE_SHA256_KEY } from './read-adapter.js';
import type { Checkpoint } from './read-checkpoint.js';
import type { Weight } from './weights.js';
import { writeFolderAtomically } from './write-atomically.js';
import { writeSafetensors } from './write-safetensors.js';

function lastPart(module: string): string {
  return module.slice(module.lastIndexOf('.') + 1);
}

/** `q_proj` and so on where every such layer of the base has factors, which all loaders understand; else whole names. */
function targetModules(adapter: LoraAdapter, base: Pick<Checkpoint, 'config'>): string[] {
  const parts = new Set([...adapter.modules.keys()].map(lastPart));
  const matched = [...linearShapes(base.config).keys()].filter((module) => parts.has(lastPart(module)));
  return matched.length === adapter.modules.size ? [...parts].sort() : [...adapter.modules.keys()].sort();
}

/**
 * Writes an adapter as a folder of PEFT layout, which `peft` and vLLM load; it appears whole or not at all.
 *
 * The base's sha256 goes into the metadata of the weights file, so that {@link readAdapter} can tell another base.
 *
 * @param base - the model that it was trained on
 * @throws {RangeError} if the scale is neither alpha / rank nor alpha / sqrt(rank)
 * @throws {CheckpointError} if it does not fit the base, or the folder is there and not empty
 * @throws {IncompleteRunError} if the disk refuses
 */
export async function writeAdapter(
  directory: string,
  adapter: LoraAdapter,
  base: Pick<Checkpoint, 'directory' | 'config' | 'sha256'>,
): Promise<void> {
  const { rank, alpha, scale } = adapter;
  const isPlain = scale === alpha / rank;
  if (!isPlain && scale !== alpha / Math.sqrt(rank)) {
    throw new RangeError(
      `Expected \`scale\` to be alpha / rank (${alpha / rank}) or alpha / sqrt(rank), got ${scale}.`,
    );
  }
  checkAdapterShapes(adapter, base.config, directory);
  const config = {
    peft_type: 'LORA',
    task_type: 'CAUSAL_LM',
    base_model_name_or_path: base.directory,
    r: rank,
    lora_alpha: alpha,
    use_rslora: !isPlain,
    target_modules: targetModules(adapter, base),
    lora_dropout: 0,
    bias: 'none',
    fan_in_fan_out: false,
    init_lora_weights: true,
    inference_mode: true,
  };
  const weights = new Map<string, Weight>();
  for (const [module, { a, b }] of adapter.modules) {
    weights.set(`base_model.model.${module}.lora_A.weight`, a);
    weights.set(`base_model.model.${module}.lora_B.weight`, b);
  }
  await writeFolderAtomically(directory, async (partial) => {
    const json = `${JSON.stringify(config, null, 2)}\n`;
    await writeFile(join(partial, 'adapter_config.json'), json, { flush: true });
    await writeSafetensors(join(partial, 'adapter_model.safetensors'), weights, {
      [BASE_SHA256_KEY]: base.sha256,
    });
  });
}
