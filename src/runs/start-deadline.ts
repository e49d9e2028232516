import { IncompleteRunError } from '../errors.js';

/** A signal that is aborted at the deadline, or when the run is interrupted. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Ends the waiting, so that it keeps no program alive. */
  clear(): void;
}

/** @param ms - milliseconds from now; no deadline if absent */
export function startDeadline(ms: number | undefined, interrupted?: AbortSignal): Deadline {
  const abort = new AbortController();
  const interrupt = (): void => {
    abort.abort(interrupted?.reason);
  };
  if (interrupted?.aborted === true) interrupt();
  interrupted?.addEventListener('abort', interrupt, { once: true });
  const expire = (): void => {
    abort.abort(
      new IncompleteRunError(
        `The deadline of ${(ms ?? 0) / 1000} s has passed. What was answered is kept. Run the audit again to go on.`,
      ),
    );
  };
  const timer = ms === undefined ? undefined : setTimeout(expire, ms);
  return {
    signal: abort.signal,
    clear: () => {
      clearTimeout(timer);
      interrupted?.removeEventListener('abort', interrupt);
    },
  };
}
