import type { TrainingProgress } from './fine-tune.js';
import type { StoredBase } from './load-base.js';
import { SessionPool } from './session-pool.js';
import {
  trainIntoFolder,
  type FolderRun,
  type OrganismJob,
  type OrganismOutcome,
} from './train-into-folder.js';

/** What is told while several models are trained; jobs by their index. */
export interface JobListener {
  onProgress(job: number, progress: TrainingProgress): void;
  onOutcome(job: number, outcome: OrganismOutcome): void;
}

/** Trains models one after another, on one compiled graph where their shapes allow. Stops at the first error. */
export async function trainInTurn(
  jobs: ReadonlyMap<number, OrganismJob>,
  base: StoredBase,
  run: Omit<FolderRun, 'sessions' | 'onProgress'>,
  listener: JobListener,
): Promise<void> {
  const sessions = new SessionPool();
  try {
    for (const [index, job] of jobs) {
      const onProgress = (progress: TrainingProgress): void => {
        listener.onProgress(index, progress);
      };
      listener.onOutcome(index, await trainIntoFolder(job, base, { ...run, sessions, onProgress }));
    }
  } finally {
    await sessions.dispose();
  }
}
