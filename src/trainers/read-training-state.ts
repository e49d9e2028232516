import { access } from 'node:fs/promises';
import { readSafetensors } from '../engine/read-safetensors.js';
import { CheckpointError, ConfigError } from '../errors.js';
import type { TrainingState } from './fine-tune.js';
import { listDifferences } from './organism-specification.js';
import { hashState, type StateHeader, type StateOwner } from './write-training-state.js';

/**
 * The state in a file that `writeTrainingState()` wrote, or `null` where there is none.
 *
 * @param owner - what is to be trained; the file has to be of the same
 * @throws {CheckpointError} if the file is damaged
 * @throws {ConfigError} if it belongs to another training, listing every setting that differs
 */
export async function readTrainingState(file: string, owner: StateOwner): Promise<TrainingState | null> {
  if (!(await exists(file))) return null;
  const { tensors, metadata } = await readSafetensors(file);
  const vector = (name: string): Float32Array => tensors.get(name)?.data ?? new Float32Array();
  const vectors = {
    parameters: vector('parameters'),
    firstMoments: vector('firstMoments'),
    secondMoments: vector('secondMoments'),
  };
  const json = metadata.get('state') ?? '';
  const [expected, got] = [metadata.get('sha256') ?? 'none', hashState(json, vectors)];
  if (expected !== got) {
    throw new CheckpointError(
      `Training state \`${file}\` is damaged: expected sha256 ${expected}, got ${got}. Delete it to train from the start.`,
      { file },
    );
  }
  // What the checksum covers is what was written.
  const { step, tokens, losses, ...there } = JSON.parse(json) as StateHeader;
  const differences = listDifferences(there, owner);
  if (differences.length > 0) {
    throw new ConfigError(
      [
        `\`${file}\` belongs to another training that was interrupted: expected the same settings, got ` +
          `${differences.length} different. Finish that one, delete the file, or choose another folder.`,
        ...differences.map((line) => `  - ${line}`),
      ].join('\n'),
      { file },
    );
  }
  return { step, tokens, losses, ...vectors };
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
