import { WireError } from './wire-error.js';

/** How many requests may be answered at a time. More are told to come back: the queue would hold their bodies. */
export class Slots {
  readonly #limit: number;
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Runs `body` in a slot. @throws {WireError} 429 if none is free */
  async use<T>(body: () => Promise<T>): Promise<T> {
    if (this.#taken >= this.#limit) {
      throw new WireError(
        429,
        `All ${this.#limit} slots are taken: expected at most ${this.#limit} requests at a time. Try again later.`,
        { code: 'rate_limit_exceeded' },
      );
    }
    this.#taken += 1;
    try {
      return await body();
    } finally {
      this.#taken -= 1;
    }
  }
}
