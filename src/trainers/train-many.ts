import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ConfigError, IncompleteRunError } from '../errors.js';
import { loadBase } from './load-base.js';
import { unpackError } from './packed-error.js';
import { createProgressMeter, type Clock, type TimedProgress } from './progress-meter.js';
import { trainInTurn, type JobListener } from './train-in-turn.js';
import type { OrganismJob, OrganismOutcome } from './train-into-folder.js';
import type { WorkerMessage, WorkerTask } from './train-worker.js';

/** The number of threads is part of the result's bits, so it must not depend on how many cores there are. */
const THREADS = 1;

/** How several models are trained. */
export interface ManyRun {
  readonly baseDirectory: string;
  /** Models trained at a time, at most the number of cores. */
  readonly workers: number;
  /** For speed and time left. */
  readonly clock: Clock;
  /** Told after every step of every model; `job` is its index. */
  readonly onProgress?: (job: number, progress: TimedProgress) => void;
  readonly signal?: AbortSignal;
  readonly saveEveryMs?: number;
}

/**
 * Trains models into folders, several at a time in threads of their own; outcomes in the order of the jobs.
 *
 * Every training runs on one thread inside ONNX Runtime, whether one model is trained at a time or ten, so that the same
 * job gives the same bits either way. The thread count is part of the determinism: `fineTune()` on two threads gives
 * slightly different weights. Each worker holds the base model in memory.
 *
 * The first failure stops the others within a step; what they have done is kept, and the same call goes on from there.
 *
 * @throws {ConfigError} if two jobs share a folder, and as `trainIntoFolder()` does
 * @throws {CheckpointError} if the base cannot be loaded
 * @throws {IncompleteRunError} after an abort or where the disk refuses
 */
export async function trainMany(jobs: readonly OrganismJob[], run: ManyRun): Promise<OrganismOutcome[]> {
  requireOwnFolders(jobs);
  const { baseDirectory, signal, saveEveryMs } = run;
  const optional = { ...(signal && { signal }), ...(saveEveryMs !== undefined && { saveEveryMs }) };
  const outcomes = new Map<number, OrganismOutcome>();
  const meters = jobs.map(() => createProgressMeter(run.clock));
  const listener: JobListener = {
    onProgress: (job, progress) => {
      const timed = meters[job]?.(progress);
      if (timed !== undefined) run.onProgress?.(job, timed);
    },
    onOutcome: (job, outcome) => outcomes.set(job, outcome),
  };
  const workers = Math.max(1, Math.min(run.workers, jobs.length));
  const shares = Array.from(
    { length: workers },
    (_, worker) => new Map([...jobs.entries()].filter(([index]) => index % workers === worker)),
  );
  if (workers === 1) {
    const base = await loadBase(baseDirectory);
    const runtime = { threads: THREADS };
    await trainInTurn(new Map(jobs.entries()), base, { runtime, ...optional }, listener);
  } else {
    await trainInWorkers(shares, run, listener);
  }
  return [...outcomes.entries()].sort(([first], [second]) => first - second).map(([, outcome]) => outcome);
}

function requireOwnFolders(jobs: readonly OrganismJob[]): void {
  const seen = new Set<string>();
  for (const { folder } of jobs) {
    const path = resolve(folder);
    if (seen.has(path)) {
      throw new ConfigError(
        `\`${folder}\` is named twice: expected a folder for each model, got one for two. Choose another folder.`,
        { file: folder },
      );
    }
    seen.add(path);
  }
}

/** Ends when all workers have, with the first error that one of them met on its own. */
async function trainInWorkers(
  shares: readonly ReadonlyMap<number, OrganismJob>[],
  run: ManyRun,
  listener: JobListener,
): Promise<void> {
  const failure = new AbortController();
  const stop = AbortSignal.any([failure.signal, ...(run.signal === undefined ? [] : [run.signal])]);
  const errors: Error[] = [];
  await Promise.all(
    shares.map(async (jobs) => {
      try {
        await runWorker(jobs, { ...run, signal: stop }, listener);
      } catch (error) {
        errors.push(error instanceof Error ? error : new TypeError(String(error)));
        failure.abort();
      }
    }),
  );
  const [error] = errors;
  if (error !== undefined) throw error;
}

function runWorker(
  jobs: ReadonlyMap<number, OrganismJob>,
  run: ManyRun & { readonly signal: AbortSignal },
  listener: JobListener,
): Promise<void> {
  const { baseDirectory, saveEveryMs, signal } = run;
  const task: WorkerTask = { jobs, baseDirectory, threads: THREADS, saveEveryMs };
  const worker = new Worker(new URL('./train-worker.js', import.meta.url), { workerData: task });
  return new Promise((resolveRun, reject) => {
    const abort = (): void => {
      worker.postMessage('abort');
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    let failure: Error | null = null;
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') listener.onProgress(message.job, message.progress);
      else if (message.kind === 'outcome') listener.onOutcome(message.job, message.outcome);
      else failure = unpackError(message.error);
    });
    worker.on('error', (error: Error) => {
      failure = error;
    });
    worker.on('exit', (code) => {
      signal.removeEventListener('abort', abort);
      if (failure === null && code !== 0) {
        failure = new IncompleteRunError(
          `A training thread ended with code ${code} before its models were trained. Run the same command again to go on.`,
        );
      }
      if (failure === null) resolveRun();
      else reject(failure);
    });
  });
}
