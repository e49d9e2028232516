import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toHuggingFaceConfig } from './llama-config.js';
import type { LlamaConfig } from './llama-config.js';
import { compareWeights } from './compare-weights.js';
import type { Weights } from './weights.js';
import { writeFolderAtomically } from './write-atomically.js';
import { writeSafetensors } from './write-safetensors.js';

export interface CheckpointContent {
  readonly config: LlamaConfig;
  readonly weights: Weights;
  /** File name -> content; see {@link readTokenizerFiles}. */
  readonly tokenizerFiles: ReadonlyMap<string, Uint8Array | string>;
}

/**
 * Writes a model as a folder of Hugging Face layout, float32, which transformers loads; it appears whole or not at all.
 *
 * @throws {CheckpointError} if weights are missing or of another shape, or the folder is there and not empty
 * @throws {IncompleteRunError} if the disk refuses
 */
export async function writeCheckpoint(directory: string, content: CheckpointContent): Promise<void> {
  const { config, weights, tokenizerFiles } = content;
  compareWeights(new Map([...weights].map(([name, { shape }]) => [name, shape])), config, directory);
  await writeFolderAtomically(directory, async (partial) => {
    const json = `${JSON.stringify(toHuggingFaceConfig(config), null, 2)}\n`;
    for (const [name, text] of [['config.json', json] as const, ...tokenizerFiles])
      await writeFile(join(partial, name), text, { flush: true });
    await writeSafetensors(join(partial, 'model.safetensors'), weights);
  });
}
