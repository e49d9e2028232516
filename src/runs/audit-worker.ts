/** @file Entry of a worker thread that runs one audit of `auditMany()`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { AuditProgress } from '../audit/collector.js';
import { packError, type PackedError } from '../trainers/packed-error.js';
import { audit, type AuditJob, type AuditOutcome } from './audit.js';

/** What a worker is started with. */
export interface AuditTask {
  readonly job: AuditJob;
}

/** What a worker says. It is told one thing, `abort`, and ends by itself. */
export type AuditMessage =
  | { readonly kind: 'progress'; readonly progress: AuditProgress }
  | { readonly kind: 'outcome'; readonly outcome: AuditOutcome }
  | { readonly kind: 'error'; readonly error: PackedError };

const port = parentPort;
if (port === null) throw new TypeError('Expected to run in a worker thread, got the main thread.');
const { job } = workerData as AuditTask;
const say = (message: AuditMessage): void => {
  port.postMessage(message);
};
const abort = new AbortController();
port.on('message', () => {
  abort.abort();
});
// Waiting for an abort keeps no finished worker alive.
port.unref();

try {
  const onProgress = (progress: AuditProgress): void => {
    say({ kind: 'progress', progress });
  };
  say({ kind: 'outcome', outcome: await audit({ ...job, signal: abort.signal, onProgress }) });
} catch (error) {
  say({ kind: 'error', error: packError(error) });
}
