import { IncompleteRunError } from '../errors.js';
import type { LanguageModel } from '../types/language-model.js';
import type { AuditArm, Observation, Trial } from '../types/observation.js';
import { ask } from './ask.js';
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

function interrupted(modelId: string, done: number, total: number): IncompleteRunError {
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
 */
export async function* observe(
  { arm, index, model }: PlacedModel,
  trials: readonly Trial[],
  { minimumOptionMass, concurrency, maximumErrorsInARow, signal }: ObserveOptions,
): AsyncGenerator<Observation, void, undefined> {
  checkCapabilities(model, trials);
  const { id, sha256 } = model.identity;
  let isClosed = false;
  const isOver = (): boolean => isClosed || signal?.aborted === true;
  const outcomes = startInOrder(
    trials.map((trial) => async () => {
      const outcome = await ask(model, trial, minimumOptionMass);
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
      if (outcome === null || outcome === undefined) throw interrupted(id, position, trials.length);
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
