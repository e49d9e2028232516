import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { CheckpointError } from '../errors.js';
import { checkAdapterShapes } from './lora-adapter.js';
import type { LoraAdapter, LoraFactors } from './lora-adapter.js';
import { parseLoraConfig } from './lora-config.js';
import { readJsonFile } from './read-json-file.js';
import type { Checkpoint } from './read-checkpoint.js';
import { readSafetensors } from './read-safetensors.js';
import type { Weight, Weights } from './weights.js';
import { showName } from './show-value.js';

/** An adapter as a folder holds it. */
export interface StoredAdapter extends LoraAdapter {
  readonly directory: string;
  /** Over the bytes of `adapter_model.safetensors`; hexadecimal. */
  readonly sha256: string;
}

/** Key in the metadata of the weights file, where PEFT does not look: sha256 of the base that the adapter belongs to. */
export const BASE_SHA256_KEY = 'candor_base_sha256';

const MAX_CONFIG_BYTES = 2 ** 20;
const TENSOR_NAME = /^base_model\.model\.(.+)\.lora_([AB])\.weight$/;

/**
 * The LoRA adapter in a folder of PEFT layout: `adapter_config.json` and `adapter_model.safetensors`.
 *
 * @param base - the model that it is to be put on
 * @throws {CheckpointError} if a file is missing or broken, the adapter needs what is not supported, or it does not fit the base
 *   in shape or, where it names its base's sha256, in identity
 */
export async function readAdapter(
  directory: string,
  base: Pick<Checkpoint, 'directory' | 'config' | 'sha256'>,
): Promise<StoredAdapter> {
  const configFile = join(directory, 'adapter_config.json');
  const json = await readJsonFile(configFile, MAX_CONFIG_BYTES);
  if (json === null) {
    throw new CheckpointError(
      `Adapter folder \`${directory}\` has no adapter_config.json: expected the layout of PEFT. Check the path.`,
      { file: directory },
    );
  }
  const { targetModules, ...config } = parseLoraConfig(json, configFile);
  const file = join(directory, 'adapter_model.safetensors');
  const hash = createHash('sha256');
  const { tensors, metadata } = await readSafetensors(file, hash);
  const adapter: StoredAdapter = {
    ...config,
    modules: pairFactors(tensors, file),
    baseSha256: metadata.get(BASE_SHA256_KEY) ?? null,
    directory,
    sha256: hash.digest('hex'),
  };
  checkAdapterShapes(adapter, base.config, directory);
  checkTargets(adapter.modules, targetModules, directory);
  if (adapter.baseSha256 !== null && adapter.baseSha256 !== base.sha256) {
    throw new CheckpointError(
      `Adapter \`${directory}\` is for another base: expected weights with sha256 ${adapter.baseSha256}, got ` +
        `\`${base.directory}\` with ${base.sha256}. Name the base that it was trained on.`,
      { file: directory },
    );
  }
  return adapter;
}

function pairFactors(tensors: Weights, file: string): ReadonlyMap<string, LoraFactors> {
  const factors = new Map<string, { A?: Weight; B?: Weight }>();
  for (const [name, weight] of tensors) {
    const [, module, factor] = TENSOR_NAME.exec(name) ?? [];
    if (module === undefined || factor === undefined) {
      throw new CheckpointError(
        `Tensor \`${showName(name)}\` of \`${file}\` is no LoRA factor of a linear layer: expected ` +
          '`base_model.model.MODULE.lora_A.weight` or `lora_B`. Merge the adapter into its base with PEFT.',
        { file, tensor: name },
      );
    }
    factors.set(module, { ...factors.get(module), [factor]: weight });
  }
  if (factors.size === 0) {
    throw new CheckpointError(
      `Adapter \`${file}\` is empty: expected LoRA factors, got none. Save it again.`,
      { file },
    );
  }
  const modules = new Map<string, LoraFactors>();
  for (const [module, { A: a, B: b }] of factors) {
    if (a === undefined || b === undefined) {
      throw new CheckpointError(
        `Module \`${module}\` of \`${file}\` is incomplete: expected lora_A and lora_B, got one of them. Save the adapter again.`,
        { file, tensor: module },
      );
    }
    modules.set(module, { a, b });
  }
  return modules;
}

/** A layer that the config names and the weights lack (or the other way round) means that half of the adapter is lost. */
function checkTargets(
  modules: ReadonlyMap<string, LoraFactors>,
  targets: readonly string[] | null,
  directory: string,
): void {
  if (targets === null) return;
  const names = [...modules.keys()];
  const matches = (module: string, target: string): boolean =>
    module === target || module.endsWith(`.${target}`);
  const unused = targets.find((target) => !names.some((module) => matches(module, target)));
  const untargeted = names.find((module) => !targets.some((target) => matches(module, target)));
  if (unused === undefined && untargeted === undefined) return;
  const problem =
    unused === undefined
      ? `weights for \`${untargeted ?? ''}\`, which target_modules does not name`
      : `no weights for \`${showName(unused)}\`, which target_modules names`;
  throw new CheckpointError(
    `Adapter \`${directory}\` is inconsistent: expected weights for exactly the target_modules, got ${problem}. ` +
      'Save the adapter again.',
    { file: directory },
  );
}
