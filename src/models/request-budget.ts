import { IncompleteRunError } from '../errors.js';

/** Prices of a million tokens, in whatever money the user counts in. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
}

export interface BudgetLimits {
  readonly maxRequests?: number | undefined;
  /** In the money of the prices. */
  readonly maxCost?: number | undefined;
  readonly prices?: TokenPrices | undefined;
}

/** Tokens of one request, or the most that they can be. */
export interface TokenUse {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** What a request took, to be said once when it has ended. */
export type Settle = (used: TokenUse | null) => void;

/** Cost of the tokens. */
export function costOf({ promptTokens, completionTokens }: TokenUse, { input, output }: TokenPrices): number {
  return (promptTokens * input + completionTokens * output) / 1e6;
}

/**
 * Keeps requests and money within what the user allows, earlier runs of the same audit included.
 *
 * A request may begin only if the most that it can cost, and the most that those under way can cost, still fit.
 */
export class RequestBudget {
  readonly #limits: BudgetLimits;
  #requests = 0;
  #cost = 0;
  #reserved = 0;

  constructor(limits: BudgetLimits = {}) {
    this.#limits = limits;
  }

  get requests(): number {
    return this.#requests;
  }

  /** `null` where prices are not known. */
  get cost(): number | null {
    return this.#limits.prices === undefined ? null : this.#cost;
  }

  /** Counts what an earlier run had paid for. */
  carryOver(used: TokenUse): void {
    this.#requests += 1;
    this.#cost += this.#costOf(used);
  }

  /** @throws {IncompleteRunError} if the request does not fit into what is left */
  reserve(atMost: TokenUse): Settle {
    const { maxRequests, maxCost } = this.#limits;
    if (maxRequests !== undefined && this.#requests >= maxRequests) {
      throw new IncompleteRunError(
        `The budget is spent: ${this.#requests} requests were made, and \`--max-requests\` allows ${maxRequests}. ` +
          'What was answered is kept. Run the audit again with a larger number to go on.',
      );
    }
    const cost = this.#costOf(atMost);
    if (maxCost !== undefined && this.#cost + this.#reserved + cost > maxCost) {
      throw new IncompleteRunError(
        `The budget is spent: ${this.#cost.toPrecision(4)} was paid, \`--max-cost\` allows ${maxCost}, and the next request may take ` +
          `${(this.#reserved + cost).toPrecision(4)} with those under way. What was answered is kept. Run the audit again with a larger number to go on.`,
      );
    }
    this.#requests += 1;
    this.#reserved += cost;
    return (used) => {
      this.#reserved -= cost;
      if (used !== null) this.#cost += this.#costOf(used);
    };
  }

  #costOf(used: TokenUse): number {
    return this.#limits.prices === undefined ? 0 : costOf(used, this.#limits.prices);
  }
}
