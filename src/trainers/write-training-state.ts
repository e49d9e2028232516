import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeSafetensors } from '../engine/write-safetensors.js';
import type { OrganismSpecification } from '../types/organism.js';
import type { TrainingState } from './fine-tune.js';

/** What a saved state belongs to. Going on with anything else would train another model. */
export interface StateOwner {
  readonly specification: OrganismSpecification;
  readonly threads: number;
}

/** A saved state's numbers that are no tensors, as JSON. */
export interface StateHeader extends StateOwner {
  readonly step: number;
  readonly tokens: number;
  readonly losses: readonly number[];
}

type StateVectors = Pick<TrainingState, 'parameters' | 'firstMoments' | 'secondMoments'>;

/** Checksum over the header and the vectors: sha256, hexadecimal. */
export function hashState(header: string, state: StateVectors): string {
  const hash = createHash('sha256').update(header);
  for (const { buffer, byteOffset, byteLength } of [
    state.parameters,
    state.firstMoments,
    state.secondMoments,
  ]) {
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest('hex');
}

/**
 * Writes the state of a running training as a safetensors file with a checksum.
 *
 * A kill at any moment leaves the state that was saved before, or this one.
 *
 * @throws {IncompleteRunError} if the disk refuses; the state that was saved before stays
 */
export async function writeTrainingState(
  file: string,
  state: TrainingState,
  owner: StateOwner,
): Promise<void> {
  const { step, tokens, losses } = state;
  const header: StateHeader = { ...owner, step, tokens, losses };
  const json = JSON.stringify(header);
  const shape = [state.parameters.length];
  const tensors = new Map([
    ['parameters', { shape, data: state.parameters }],
    ['firstMoments', { shape, data: state.firstMoments }],
    ['secondMoments', { shape, data: state.secondMoments }],
  ]);
  // Where this fails the next line does, and says why.
  await mkdir(dirname(file), { recursive: true }).catch(() => undefined);
  await writeSafetensors(file, tensors, { state: json, sha256: hashState(json, state) });
}

/** Deletes a state that is needed no more, if there is one, and what a kill may have left beside it. */
export async function deleteTrainingState(file: string): Promise<void> {
  for (const name of [file, `${file}.partial`]) await rm(name, { force: true });
}
