import type { Observation, Trial } from '../types/observation.js';

/** A model's weights where they can be seen, else its id: what decides whether an old answer is still an answer. */
export function modelKey({
  id,
  sha256,
}: {
  readonly id: string;
  readonly sha256?: string | null | undefined;
}): string {
  return sha256 ?? id;
}

/** The key of the model that an observation is of. */
export function observedModelKey({ modelId, modelSha256 }: Observation): string {
  return modelKey({ id: modelId, sha256: modelSha256 });
}

/** Two trials with the same key put the same question in the same way. */
export function trialKey({ id, messages, options, maxTokens, temperature, seed }: Trial): string {
  return JSON.stringify([id, messages, options, maxTokens, temperature, seed]);
}

/** Is it worth asking again: a rejected request says nothing about the model, everything else is its answer. */
export function isRejected({ outcome }: Observation): boolean {
  return outcome.kind === 'failure' && outcome.failure === 'error';
}
