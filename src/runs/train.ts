import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parameterCount } from '../engine/weights.js';
import { loadBase } from '../trainers/load-base.js';
import { createProgressMeter, type Clock, type TimedProgress } from '../trainers/progress-meter.js';
import { trainIntoFolder, type OrganismOutcome } from '../trainers/train-into-folder.js';
import { POCKET_BASE } from './package-paths.js';
import { prepareTraining, type OrganismWish } from './prepare-training.js';
import { readNamedPolicy } from './read-named-policy.js';

/** The model that was trained, or found. */
export type TrainOutcome = OrganismOutcome;
export type TrainProgress = TimedProgress;

export interface TrainRequest extends Omit<OrganismWish, 'policy'> {
  /** A policy file, or the id of a shipped policy. */
  readonly policy: string;
  /** Folder of the model that is trained further; the embedded base if absent. */
  readonly base?: string;
  /** Folder of the new model. */
  readonly out: string;
  /**
   * Threads inside one operator. Another number gives other bits, so that without it small models are trained on one,
   * and larger ones on every core.
   */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  /** Milliseconds, for the speed in the progress. */
  readonly clock?: Clock;
  readonly onProgress?: (progress: TrainProgress) => void;
}

/**
 * Trains one model organism into a folder: weights or adapter, its data set, and `candor.json` that says what it is.
 *
 * The same request goes on where an earlier one was interrupted, with the same bits as if it had not been, and finds a
 * model that is finished.
 *
 * @throws {ConfigError} if the policy or a setting is not valid, or the folder holds something else
 * @throws {CheckpointError} if the base cannot be used
 * @throws {IncompleteRunError} within a step of the signal, or where the disk refuses; what was done is kept
 */
export async function train(request: TrainRequest): Promise<TrainOutcome> {
  const { out, signal, onProgress, clock = () => 0 } = request;
  const policy = await readNamedPolicy(request.policy);
  const base = await loadBase(request.base ?? POCKET_BASE);
  const plan = await prepareTraining({ ...request, policy }, parameterCount(base.weights));
  const threads = request.threads ?? (plan.settings.mode === 'full' ? 1 : availableParallelism());
  const timed = createProgressMeter(clock);
  // Without a slash at its end: names beside the folder are made from its own.
  const folder = join(dirname(out), basename(out));
  return trainIntoFolder({ plan, folder }, base, {
    runtime: { threads },
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined
      ? {}
      : {
          onProgress: (progress) => {
            onProgress(timed(progress));
          },
        }),
  });
}
