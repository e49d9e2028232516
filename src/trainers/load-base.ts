import { checkVocabulary } from '../engine/check-vocabulary.js';
import { loadTokenizer } from '../engine/load-tokenizer.js';
import { readCheckpoint, type Checkpoint } from '../engine/read-checkpoint.js';
import type { BaseModel } from './fine-tune.js';

/** A base model with the folder that it came from, whose tokenizer a trained model takes along. */
export type StoredBase = Checkpoint & BaseModel;

/**
 * The base model in a folder of Hugging Face layout.
 *
 * @throws {CheckpointError} if the folder holds no model, or no tokenizer that fits it
 */
export async function loadBase(directory: string): Promise<StoredBase> {
  const checkpoint = await readCheckpoint(directory);
  const tokenizer = await loadTokenizer(directory);
  checkVocabulary(tokenizer, checkpoint.config, directory);
  return { ...checkpoint, tokenizer };
}
