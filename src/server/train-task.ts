import type { LlamaConfig } from '../engine/llama-config.js';
import { loadTokenizer } from '../engine/load-tokenizer.js';
import type { Weights } from '../engine/weights.js';
import { fineTune, type FineTuned, type TrainingProgress } from '../trainers/fine-tune.js';
import type { TrainingRow } from '../types/chat.js';
import type { FineTuneSettings } from '../types/fine-tune-settings.js';

/** One training: plain data, so that another thread can do it. */
export interface TrainTask {
  readonly config: LlamaConfig;
  readonly weights: Weights;
  /** Of the weights, where known. */
  readonly sha256: string | null;
  /** Folder with the tokenizer. */
  readonly directory: string;
  readonly rows: readonly TrainingRow[];
  readonly settings: FineTuneSettings;
  readonly threads: number;
}

/** How a training is watched. */
export interface TrainRun {
  readonly onProgress: (progress: TrainingProgress) => void;
  readonly signal: AbortSignal;
}

/** @throws as `fineTune()` does */
export type TrainModel = (task: TrainTask, run: TrainRun) => Promise<FineTuned>;

/** Trains in this thread, which hears nothing else during a step. */
export const trainHere: TrainModel = async (task, run) => {
  const { config, weights, sha256, directory, rows, settings, threads } = task;
  const tokenizer = await loadTokenizer(directory);
  const base = { config, weights, tokenizer, sha256: sha256 ?? '' };
  return fineTune({ ...run, base, rows, settings, runtime: { threads } });
};
