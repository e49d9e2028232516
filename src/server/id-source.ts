import { createHash } from 'node:crypto';

/** Names for what a server makes, different from those of its last run. */
export class IdSource {
  readonly #startMs: number;
  #count = 0;

  /** @param startMs - when the server was started */
  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  /** @param prefix - `file-` and the like */
  next(prefix: string): string {
    const hash = createHash('sha256').update(`${this.#startMs}/${this.#count++}`);
    return `${prefix}${hash.digest('hex').slice(0, 24)}`;
  }
}
