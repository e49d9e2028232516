import { writeLock } from '../engine/write-lock.js';
import { ConfigError } from '../errors.js';
import type { OrganismRecord, OrganismSpecification } from '../types/organism.js';
import type { StateKeeper, TrainingRun } from './fine-tune.js';
import type { StoredBase } from './load-base.js';
import { listDifferences, recordedSpecification, specificationOf } from './organism-specification.js';
import type { OrganismPlan } from './plan-organism.js';
import { findOrganism } from './read-organism.js';
import { readTrainingState } from './read-training-state.js';
import { trainPlan } from './train-organism.js';
import { writeModel, writeOrganism, type WriteModel } from './write-organism.js';
import { deleteTrainingState, writeTrainingState, type StateOwner } from './write-training-state.js';

/** Seldom enough to cost nothing, often enough that a kill costs a minute. */
const SAVE_EVERY_MS = 60_000;

/** One model that is to be trained, and where it goes. */
export interface OrganismJob {
  readonly plan: OrganismPlan;
  readonly folder: string;
}

/** How a model is trained into a folder. */
export interface FolderRun extends Omit<TrainingRun, 'resume' | 'keeper'> {
  /** How often the state of the training is saved, in milliseconds; one minute if not given. */
  readonly saveEveryMs?: number;
  /** Writes the weights; another one stands in for a disk that fails. */
  readonly write?: WriteModel;
}

export interface OrganismOutcome {
  readonly folder: string;
  /** `done`: it was there already, from the same specification, and was left as it is. */
  readonly status: 'trained' | 'done';
  readonly record: OrganismRecord;
}

/**
 * Trains one planned model into a folder, or finds it there.
 *
 * While it runs, its state is kept in `<folder>.state.safetensors`, from which the same call goes on after an
 * interruption; the bits of the result are those of a training that was never interrupted.
 *
 * @throws {ConfigError} if the folder holds something else, a model of another specification, or is being written by
 *   another process
 * @throws {IncompleteRunError} after an abort or where the disk refuses; what was done is kept
 */
export async function trainIntoFolder(
  { plan, folder: given }: OrganismJob,
  base: StoredBase,
  run: FolderRun,
): Promise<OrganismOutcome> {
  // The state goes beside the folder; behind a slash it would go into it.
  const folder = given.replace(/[\\/]+$/, '');
  const unlock = await writeLock(`${folder}.lock`, folder);
  return trainLocked({ plan, folder }, base, run).finally(unlock);
}

async function trainLocked(
  { plan, folder }: OrganismJob,
  base: StoredBase,
  run: FolderRun,
): Promise<OrganismOutcome> {
  const stateFile = `${folder}.state.safetensors`;
  const specification = specificationOf(plan, base.sha256);
  const existing = await findOrganism(folder);
  if (existing !== null) {
    requireSame(folder, recordedSpecification(existing), specification);
    await deleteTrainingState(stateFile);
    return { folder, status: 'done', record: existing };
  }
  const owner = { specification, threads: run.runtime.threads };
  const resume = await readTrainingState(stateFile, owner);
  const keeper = keepState(stateFile, owner, run.saveEveryMs ?? SAVE_EVERY_MS);
  try {
    const trained = await trainPlan(plan, base, { ...run, resume, keeper });
    const record = await writeOrganism(folder, trained, base, run.write ?? writeModel);
    await deleteTrainingState(stateFile);
    return { folder, status: 'trained', record };
  } catch (error) {
    // Rows that do not fit or a loss that diverges: the same settings would end here again, and others need another state.
    if (error instanceof ConfigError) await deleteTrainingState(stateFile);
    throw error;
  } finally {
    keeper.stop();
  }
}

function requireSame(folder: string, there: OrganismSpecification, here: OrganismSpecification): void {
  const differences = listDifferences(there, here);
  if (differences.length === 0) return;
  throw new ConfigError(
    [
      `\`${folder}\` holds a model that was trained otherwise: expected the same settings, got ${differences.length} ` +
        'different. Choose another folder, or delete this one.',
      ...differences.map((line) => `  - ${line}`),
    ].join('\n'),
    { file: folder },
  );
}

/** Saves when a timer says so. A timer, because the clock is not ours to read. */
function keepState(
  file: string,
  owner: StateOwner,
  everyMs: number,
): StateKeeper & { readonly stop: () => void } {
  let isDue = false;
  const timer = setInterval(() => {
    isDue = true;
  }, everyMs);
  return {
    isDue: () => isDue,
    save: async (state) => {
      isDue = false;
      await writeTrainingState(file, state, owner);
    },
    stop: () => {
      clearInterval(timer);
    },
  };
}
