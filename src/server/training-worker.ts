/** @file Entry of a worker thread that does one training of `trainInWorker()`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FineTuned, TrainingProgress } from '../trainers/fine-tune.js';
import { packError, type PackedError } from '../trainers/packed-error.js';
import { trainHere, type TrainTask } from './train-task.js';

/** What the worker says. It is told one thing, `abort`, and ends by itself. */
export type TrainingMessage =
  | { readonly kind: 'progress'; readonly progress: TrainingProgress }
  | { readonly kind: 'trained'; readonly trained: FineTuned }
  | { readonly kind: 'error'; readonly error: PackedError };

const port = parentPort;
if (port === null) throw new TypeError('Expected to run in a worker thread, got the main thread.');
const say = (message: TrainingMessage): void => {
  port.postMessage(message);
};
const abort = new AbortController();
port.on('message', () => {
  abort.abort();
});
// Waiting for an abort keeps no finished worker alive.
port.unref();

try {
  const onProgress = (progress: TrainingProgress): void => {
    say({ kind: 'progress', progress });
  };
  const trained = await trainHere(workerData as TrainTask, { onProgress, signal: abort.signal });
  say({ kind: 'trained', trained });
} catch (error) {
  say({ kind: 'error', error: packError(error) });
}
