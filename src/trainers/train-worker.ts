/** @file Entry of a worker thread that trains its share of the models of `trainMany()`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { TrainingProgress } from './fine-tune.js';
import { loadBase } from './load-base.js';
import type { OrganismJob, OrganismOutcome } from './train-into-folder.js';
import { trainInTurn } from './train-in-turn.js';
import { packError, type PackedError } from './packed-error.js';

/** What a worker is started with. */
export interface WorkerTask {
  readonly jobs: ReadonlyMap<number, OrganismJob>;
  readonly baseDirectory: string;
  readonly threads: number;
  readonly saveEveryMs: number | undefined;
}

/** What a worker says. It is told one thing, `abort`, and ends by itself. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly job: number; readonly progress: TrainingProgress }
  | { readonly kind: 'outcome'; readonly job: number; readonly outcome: OrganismOutcome }
  | { readonly kind: 'error'; readonly error: PackedError };

const port = parentPort;
if (port === null) throw new TypeError('Expected to run in a worker thread, got the main thread.');
const { jobs, baseDirectory, threads, saveEveryMs } = workerData as WorkerTask;
const say = (message: WorkerMessage): void => {
  port.postMessage(message);
};
const abort = new AbortController();
port.on('message', () => {
  abort.abort();
});
// Waiting for an abort keeps no finished worker alive.
port.unref();

try {
  const base = await loadBase(baseDirectory);
  const run = {
    runtime: { threads },
    signal: abort.signal,
    ...(saveEveryMs === undefined ? {} : { saveEveryMs }),
  };
  await trainInTurn(jobs, base, run, {
    onProgress: (job, progress) => {
      say({ kind: 'progress', job, progress });
    },
    onOutcome: (job, outcome) => {
      say({ kind: 'outcome', job, outcome });
    },
  });
} catch (error) {
  say({ kind: 'error', error: packError(error) });
}
