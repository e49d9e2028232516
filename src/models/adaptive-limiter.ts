/** Leave to make one request; to be given back once. */
export interface Permit {
  /** The server took it. */
  succeeded(): void;
  /** The server says that it gets too many. */
  limited(): void;
  /** It failed for another reason. */
  failed(): void;
}

/**
 * How many requests may be under way: halved when a server says that it gets too many, and raised by one each time that a
 * whole round of requests went well, up to where it began.
 *
 * Requests that were under way together and are refused together halve it once: those that began before the last cut say
 * nothing about the new limit.
 *
 * Source: additive increase, multiplicative decrease (Chiu & Jain 1989).
 */
export class AdaptiveLimiter {
  readonly #highest: number;
  readonly #waiting: (() => void)[] = [];
  #limit: number;
  #running = 0;
  #round = 0;
  #wellInRow = 0;

  /** @param highest - requests at a time to begin with, and at most */
  constructor(highest: number) {
    if (!Number.isSafeInteger(highest) || highest < 1) {
      throw new RangeError(`Expected a concurrency of at least 1, got ${highest}.`);
    }
    this.#highest = highest;
    this.#limit = highest;
  }

  get limit(): number {
    return this.#limit;
  }

  get running(): number {
    return this.#running;
  }

  /** Waits for a turn, in the order of the calls. */
  async acquire(): Promise<Permit> {
    if (this.#running >= this.#limit || this.#waiting.length > 0) {
      await new Promise<void>((resume) => this.#waiting.push(resume));
    } else {
      this.#running += 1;
    }
    const round = this.#round;
    return {
      succeeded: () => {
        this.#wellInRow += 1;
        if (this.#wellInRow >= this.#limit && this.#limit < this.#highest) {
          this.#limit += 1;
          this.#wellInRow = 0;
        }
        this.#release();
      },
      limited: () => {
        if (round === this.#round) {
          this.#limit = Math.max(1, Math.floor(this.#limit / 2));
          this.#round += 1;
          this.#wellInRow = 0;
        }
        this.#release();
      },
      failed: () => {
        this.#release();
      },
    };
  }

  #release(): void {
    this.#running -= 1;
    while (this.#running < this.#limit) {
      const resume = this.#waiting.shift();
      if (resume === undefined) return;
      this.#running += 1;
      resume();
    }
  }
}
