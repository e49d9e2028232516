import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { readSafetensors } from '../engine/read-safetensors.js';
import { writeSafetensors } from '../engine/write-safetensors.js';
import { CheckpointError, ConfigError } from '../errors.js';
import type { PretrainingState } from './pretrain.js';

const VECTORS = ['parameters', 'firstMoments', 'secondMoments'] as const;

/** What makes a saved state worthless for another run: the recipe, the wordings, the vocabulary. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Saves the state whole or not at all. */
export async function writePretrainingState(
  file: string,
  state: PretrainingState,
  owner: string,
): Promise<void> {
  const tensors = new Map(VECTORS.map((name) => [name, { shape: [state[name].length], data: state[name] }]));
  const { stage, step } = state;
  await writeSafetensors(file, tensors, { owner, stage: String(stage), step: String(step) });
}

/**
 * The state that a run left, or `null`.
 *
 * @throws {ConfigError} if it belongs to another recipe
 * @throws {CheckpointError} if it is damaged
 */
export async function readPretrainingState(file: string, owner: string): Promise<PretrainingState | null> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return null;
  const { tensors, metadata } = await readSafetensors(file);
  if (metadata.get('owner') !== owner) {
    throw new ConfigError(
      `Pre-training state \`${file}\` belongs to another recipe: expected ${owner}, got ${metadata.get('owner') ?? 'none'}. ` +
        'Delete it to start afresh, or name another --work folder.',
      { file },
    );
  }
  const vector = (name: (typeof VECTORS)[number]): Float32Array => {
    const data = tensors.get(name)?.data;
    if (data === undefined)
      throw new CheckpointError(`Pre-training state \`${file}\` lacks \`${name}\`. Delete it.`, { file });
    return data;
  };
  return {
    stage: Number(metadata.get('stage')),
    step: Number(metadata.get('step')),
    parameters: vector('parameters'),
    firstMoments: vector('firstMoments'),
    secondMoments: vector('secondMoments'),
  };
}
