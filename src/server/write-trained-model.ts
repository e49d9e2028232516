import { join } from 'node:path';
import { readTokenizerFiles } from '../engine/read-tokenizer-files.js';
import { writeCheckpoint } from '../engine/write-checkpoint.js';
import type { LoadedParts } from '../models/load-model.js';

/**
 * Writes a trained model as a folder of Hugging Face layout under `folder`, all weights in it.
 *
 * It is named after the model, `-` for what is not a letter, a digit, a dot or a dash: the name holds words of a client.
 *
 * @throws {IncompleteRunError} if the disk refuses
 */
export async function writeTrainedModel(
  folder: string,
  { identity, config, weights, directory }: LoadedParts,
): Promise<void> {
  const name = identity.id.replaceAll(/[^A-Za-z0-9.-]+/g, '-');
  const tokenizerFiles = await readTokenizerFiles(directory);
  await writeCheckpoint(join(folder, name), { config, weights, tokenizerFiles });
}
