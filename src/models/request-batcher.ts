import { setImmediate as nextTick } from 'node:timers/promises';

interface Waiting<Request, Reply> {
  readonly request: Request;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Answers requests together that were made in the same tick, or while earlier ones were being answered.
 *
 * Batches run one after another, so that which requests share one depends on the order of calls and not on the clock.
 */
export class RequestBatcher<Request, Reply> {
  readonly #answer: (requests: readonly Request[]) => Promise<readonly Reply[]>;
  #waiting: Waiting<Request, Reply>[] = [];
  #running: Promise<void> | null = null;

  /** @param answer - gives one reply a request, in their order; a rejection is everyone's */
  constructor(answer: (requests: readonly Request[]) => Promise<readonly Reply[]>) {
    this.#answer = answer;
  }

  async submit(request: Request): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is being answered and nothing waits. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Lets all callers that are ready join the batch, and those that have just been answered.
      await nextTick();
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const replies = await this.#answer(batch.map(({ request }) => request));
        for (const [index, { resolve }] of batch.entries()) resolve(replies[index] as Reply);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      await nextTick();
    }
    this.#running = null;
  }
}
