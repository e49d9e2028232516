import { Worker } from 'node:worker_threads';
import { IncompleteRunError } from '../errors.js';
import type { FineTuned } from '../trainers/fine-tune.js';
import { unpackError } from '../trainers/packed-error.js';
import type { TrainModel } from './train-task.js';
import type { TrainingMessage } from './training-worker.js';

/** Trains in a thread of its own, so that this one goes on answering. The thread holds a copy of the weights. */
export const trainInWorker: TrainModel = (task, { onProgress, signal }) => {
  const worker = new Worker(new URL('./training-worker.js', import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      worker.postMessage('abort');
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    let trained: FineTuned | null = null;
    let failure: Error | null = null;
    worker.on('message', (message: TrainingMessage) => {
      if (message.kind === 'progress') onProgress(message.progress);
      else if (message.kind === 'trained') trained = message.trained;
      else failure = unpackError(message.error);
    });
    worker.on('error', (error: Error) => {
      failure = error;
    });
    worker.on('exit', (code) => {
      signal.removeEventListener('abort', abort);
      if (failure === null && trained !== null) resolve(trained);
      else
        reject(
          failure ??
            new IncompleteRunError(`The training thread ended with code ${code} before its last step.`),
        );
    });
  });
};
