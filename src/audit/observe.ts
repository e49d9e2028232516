import { IncompleteRunError } from '../errors.js';
import type { LanguageModel } from '../types/language-model.js';
import type { AuditArm, Observation, Outcome, Trial } from '../types/observation.js';
import { ask, endsRun } from './ask.js';
import { checkCapabilities } from './check-capabilities.js';

/** A model with its place in the audit. */
export interface PlacedModel {
  readonly arm: AuditArm;
  /** Index within the arm. */
  readonly index: number;
  readonly model: LanguageModel;
}

export interface ObserveOptions {
  readonly minimumOptionMass: number;
  /** Requests at a time. */
  readonly concurrency: number;
  readonly maximumErrorsInARow: number;
  readonly signal?: AbortSignal | undefined;
}

function interrupted(
  signal: AbortSignal | undefined,
  { modelId, done, total }: { readonly modelId: string; readonly done: number; readonly total: number },
): IncompleteRunError {
  // A deadline says so itself.
  const reason: unknown = signal?.reason;
  if (reason instanceof IncompleteRunError) return reason;
  return new IncompleteRunError(
    `The run was interrupted at \`${modelId}\` after ${done} of ${total} trials. Run it again to go on from there.`,
  );
}

/** Starts the tasks in order, at most `concurrency` at a time; a task that is not started when `isOver()` gives `null`. */
function startInOrder<T>(
  tasks: readonly (() => Promise<T>)[],
  { concurrency, isOver }: { concurrency: number; isOver: () => boolean },
): Promise<T | null>[] {
  let running = 0;
  const waiting: (() => void)[] = [];
  return tasks.map(async (task) => {
    if (running >= concurrency) await new Promise<void>((resume) => waiting.push(resume));
    else running += 1;
    try {
      return isOver() ? null : await task();
    } finally {
      // The slot goes to the next task, or back.
      const resume = waiting.shift();
      if (resume === undefined) running -= 1;
      else resume();
    }
  });
}

/**
 * The observations of one model, in the order of the trials, however many requests are under way.
 *
 * What was asked before an interruption is yielded before the error is thrown.
 *
 * @throws {UnsupportedCapabilityError} before the first request, if the model cannot take a trial
 * @throws {IncompleteRunError} if the signal is aborted, or too many requests are rejected in a row
 * @throws what {@link ask} throws, if a request shows that no other would be answered
 */
export async function* observe(
  { arm, index, model }: PlacedModel,
  trials: readonly Trial[],
  { minimumOptionMass, concurrency, maximumErrorsInARow, signal }: ObserveOptions,
): AsyncGenerator<Observation, void, undefined> {
  checkCapabilities(model, trials);
  const { id, sha256 } = model.identity;
  let isClosed = false;
  const fatal: { error: unknown } = { error: undefined };
  const isOver = (): boolean => isClosed || fatal.error !== undefined || signal?.aborted === true;
  const askOrEnd = async (trial: Trial): Promise<Outcome | null> => {
    try {
      return await ask(model, trial, minimumOptionMass);
    } catch (error) {
      // Thrown at its place in the order, so that what was answered before it is yielded.
      if (!endsRun(error)) throw error;
      fatal.error ??= error;
      return null;
    }
  };
  const outcomes = startInOrder(
    trials.map((trial) => async () => {
      const outcome = await askOrEnd(trial);
      if (outcome === null) return null;
      // A request that the interruption itself cut off says nothing about the model.
      const isCutOff = isOver() && outcome.kind === 'failure' && outcome.failure === 'error';
      return isCutOff ? null : outcome;
    }),
    { concurrency, isOver },
  );
  let errorsInARow = 0;
  try {
    for (const [position, trial] of trials.entries()) {
      const outcome = await outcomes[position];
      if (outcome === null || outcome === undefined) {
        if (fatal.error !== undefined) throw fatal.error as Error;
        throw interrupted(signal, { modelId: id, done: position, total: trials.length });
      }
      yield {
        arm,
        model: index,
        modelId: id,
        ...(sha256 === null ? {} : { modelSha256: sha256 }),
        trial,
        outcome,
      };
      const isError = outcome.kind === 'failure' && outcome.failure === 'error';
      errorsInARow = isError ? errorsInARow + 1 : 0;
      if (isError && errorsInARow >= maximumErrorsInARow) {
        throw new IncompleteRunError(
          `\`${id}\` rejected ${errorsInARow} requests in a row, the last with: ${outcome.message} Run the audit again to ask them anew.`,
        );
      }
    }
  } finally {
    isClosed = true;
  }
}
