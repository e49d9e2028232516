import { Worker } from 'node:worker_threads';
import type { AuditProgress } from '../audit/collector.js';
import { IncompleteRunError } from '../errors.js';
import { unpackError } from '../trainers/packed-error.js';
import { audit, type AuditJob, type AuditOutcome } from './audit.js';
import type { AuditMessage, AuditTask } from './audit-worker.js';

/** How several audits are run. */
export interface AuditManyRun {
  /** Audits run at a time, at most the number of cores. */
  readonly workers: number;
  /** `job` is its index. */
  readonly onProgress?: (job: number, progress: AuditProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Runs audits into their folders, several at a time in threads of their own; outcomes in the order of the jobs.
 *
 * The first failure stops the others; what was asked is kept, and the same call goes on from there.
 *
 * @throws as {@link audit} does
 */
export async function auditMany(jobs: readonly AuditJob[], run: AuditManyRun): Promise<AuditOutcome[]> {
  const failure = new AbortController();
  const signal = AbortSignal.any([failure.signal, ...(run.signal === undefined ? [] : [run.signal])]);
  const outcomes = new Map<number, AuditOutcome>();
  const errors: unknown[] = [];
  const waiting = jobs.entries();
  const worker = async (): Promise<void> => {
    for (const [index, job] of waiting) {
      if (failure.signal.aborted) return;
      try {
        outcomes.set(index, await runJob(job, index, { ...run, signal }));
      } catch (error) {
        errors.push(error);
        failure.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(run.workers, jobs.length) }, worker));
  if (errors.length > 0) throw errors[0];
  return jobs.flatMap((_, index) => outcomes.get(index) ?? []);
}

function runJob(
  job: AuditJob,
  index: number,
  { workers, onProgress, signal }: AuditManyRun & { readonly signal: AbortSignal },
): Promise<AuditOutcome> {
  const listener = (progress: AuditProgress): void => onProgress?.(index, progress);
  if (workers <= 1) return audit({ ...job, signal, onProgress: listener });
  const task: AuditTask = { job };
  const thread = new Worker(new URL('./audit-worker.js', import.meta.url), {
    workerData: task,
  });
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      thread.postMessage('abort');
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    let outcome: AuditOutcome | null = null;
    let failure: Error | null = null;
    thread.on('message', (message: AuditMessage) => {
      if (message.kind === 'progress') listener(message.progress);
      else if (message.kind === 'outcome') outcome = message.outcome;
      else failure = unpackError(message.error);
    });
    thread.on('error', (error: Error) => {
      failure = error;
    });
    thread.on('exit', (code) => {
      signal.removeEventListener('abort', abort);
      if (failure === null && outcome !== null) resolve(outcome);
      else reject(failure ?? endedEarly(job.out, code));
    });
  });
}

function endedEarly(folder: string, code: number): IncompleteRunError {
  return new IncompleteRunError(
    `The audit into \`${folder}\` ended with code ${code} before its report was written. Run the same command again to go on.`,
  );
}
