import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { checkVocabulary } from '../engine/check-vocabulary.js';
import { InferenceSessions } from '../engine/inference-sessions.js';
import { loadTokenizer } from '../engine/load-tokenizer.js';
import { mergeAdapterInPlace } from '../engine/merge-adapter.js';
import { readAdapter } from '../engine/read-adapter.js';
import { readCheckpoint } from '../engine/read-checkpoint.js';
import { elementCount } from '../engine/weights.js';
import type { LanguageModel } from '../types/language-model.js';
import { createLocalModel, type LocalModelParts } from './local-model.js';

export interface LoadModelOptions {
  /** Name in reports; the folder's name if absent. */
  readonly id?: string;
  /** To share compiled graphs between models of one shape; not disposed with the model. */
  readonly sessions?: InferenceSessions;
  /** Longest prompt and reply together, in tokens; at most what the model was made for. */
  readonly maxTokens?: number;
}

/** The parts of a model, and the folder of its base, whose tokenizer it has. */
export interface LoadedParts extends LocalModelParts {
  readonly directory: string;
}

/** Rotary tables and attention masks grow with it; the longest audit prompts have a few hundred tokens. */
export const DEFAULT_MAX_TOKENS = 4096;

/**
 * The model that a reference names: `local:PATH`, `local:PATH+ADAPTER`, or the same without `local:`.
 *
 * @throws {CheckpointError} if the folders hold no model that can be run
 */
export async function loadModel(reference: string, options: LoadModelOptions = {}): Promise<LanguageModel> {
  const parts = await loadModelParts(reference, options.id);
  // The runtime chooses the number of threads.
  const sessions = options.sessions ?? new InferenceSessions({ threads: 0 });
  const maxTokens = Math.min(options.maxTokens ?? DEFAULT_MAX_TOKENS, parts.config.maxPositions);
  const model = createLocalModel(parts, { sessions, maxTokens });
  if (options.sessions !== undefined) return model;
  const dispose = async (): Promise<void> => {
    await model.dispose();
    await sessions.dispose();
  };
  return { ...model, dispose };
}

/**
 * What {@link loadModel} reads, before anything is compiled. The tokenizer is the base's.
 *
 * The identity's sha256 is that of the weights file, or with an adapter, of both files' hashes one after the other.
 *
 * @throws {CheckpointError} as {@link loadModel} does
 */
export async function loadModelParts(reference: string, id?: string): Promise<LoadedParts> {
  const { base, adapter: adapterPath } = await splitReference(reference);
  const checkpoint = await readCheckpoint(base);
  const tokenizer = await loadTokenizer(base);
  const { config } = checkpoint;
  checkVocabulary(tokenizer, config, base);
  const adapter = adapterPath === null ? null : await readAdapter(adapterPath, checkpoint);
  const { weights } = checkpoint;
  if (adapter !== null) mergeAdapterInPlace(weights, adapter);
  const sha256 =
    adapter === null
      ? checkpoint.sha256
      : createHash('sha256').update(checkpoint.sha256).update(adapter.sha256).digest('hex');
  const parameters = [...weights.values()].reduce((sum, { shape }) => sum + elementCount(shape), 0);
  return {
    identity: { id: id ?? basename(resolve(adapterPath ?? base)), reference, sha256, parameters },
    config,
    weights,
    tokenizer,
    directory: base,
  };
}

/** Splits at the last `+`, unless the whole is a folder, whose name may hold one. */
async function splitReference(reference: string): Promise<{ base: string; adapter: string | null }> {
  const path = reference.replace(/^local:/, '');
  const plus = path.lastIndexOf('+');
  if (plus === -1 || (await exists(path))) return { base: path, adapter: null };
  return { base: path.slice(0, plus), adapter: path.slice(plus + 1) };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
