import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { IncompleteRunError, NoAnswerError, ProviderError } from '../errors.js';
import type { Random } from '../random.js';
import type { AdaptiveLimiter } from './adaptive-limiter.js';
import type { EndpointClient } from './endpoint-client.js';
import { EndpointFailure } from './endpoint-failure.js';
import { explainFailure } from './explain-failure.js';
import { parseHead } from './parse-completion.js';
import type { RequestBudget, TokenUse } from './request-budget.js';
import { describeReply, requestKey, type EndpointRequest, type RequestLog } from './request-log.js';
import { nextStep, RETRY_POLICY, type RetryPolicy } from './retry-policy.js';

export interface EndpointRequestsParts {
  readonly client: EndpointClient;
  /** Id of the model, for the log. */
  readonly model: string;
  readonly log: RequestLog;
  readonly budget: RequestBudget;
  readonly limiter: AdaptiveLimiter;
  /** Spreads the waits. */
  readonly random: Random;
  /** Ends everything at once. */
  readonly signal: AbortSignal;
  readonly policy?: RetryPolicy;
}

/** Bytes are at least as many as tokens. */
const TOKENS_PER_MESSAGE = 16;

/** The most that a request can take. */
export function mostTokens({ body }: EndpointRequest): TokenUse {
  const prompt = JSON.stringify(body['messages'] ?? body['prompt'] ?? '');
  const messages = Array.isArray(body['messages']) ? body['messages'].length : 1;
  const limit = Number(body['max_tokens'] ?? body['max_completion_tokens'] ?? 0);
  return {
    promptTokens: Buffer.byteLength(prompt) + TOKENS_PER_MESSAGE * messages,
    completionTokens: limit * Number(body['n'] ?? 1),
  };
}

/**
 * The requests to one model: each is looked up, paid for, retried, written down, and only then read.
 *
 * What two callers ask in the same words and with the same sample index is asked once.
 */
export class EndpointRequests {
  readonly #parts: EndpointRequestsParts;
  readonly #underWay = new Map<string, Promise<unknown>>();
  #stopped: Error | null = null;

  constructor(parts: EndpointRequestsParts) {
    this.#parts = parts;
    // One listener a request is no leak.
    setMaxListeners(0, parts.signal);
  }

  /**
   * What `read` makes of the response.
   *
   * @param read - throws {@link NoAnswerError} for a response that is no answer; that is not kept as one
   * @throws {NoAnswerError} of `read`, or `content-filter`
   * @throws {ProviderError} if the request failed for good
   * @throws {IncompleteRunError} if the budget is spent, or the disk refuses
   */
  async ask<T>(request: EndpointRequest, read: (response: unknown) => T): Promise<T> {
    const { client, log } = this.#parts;
    const key = requestKey(client.baseUrl, request);
    const known = log.find(key);
    if (known !== undefined) return read(known);
    const earlier = this.#underWay.get(key);
    if (earlier !== undefined) return read(await earlier);
    const asked = this.#askAnew(request, key, read);
    const response = asked.then((answer) => answer.response);
    // Whoever waits for it is told; with nobody there, the caller below is.
    response.catch(() => undefined);
    this.#underWay.set(key, response);
    try {
      return valueOf((await asked).reading);
    } finally {
      this.#underWay.delete(key);
    }
  }

  /** Resolves when nothing is under way; nothing new begins. */
  async close(reason: Error): Promise<void> {
    this.#stopped ??= reason;
    await Promise.allSettled([...this.#underWay.values()]);
  }

  /** The response, once it is written down; a response that cannot be read is written down as none. */
  async #askAnew<T>(
    request: EndpointRequest,
    key: string,
    read: (response: unknown) => T,
  ): Promise<{ readonly response: unknown; readonly reading: Reading<T> }> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(request, attempt);
      if ('waitMs' in outcome) {
        await this.#wait(outcome.waitMs);
        continue;
      }
      const { response, used } = outcome;
      const reading = tryReading(response, read);
      const isAnswer = 'value' in reading;
      this.#parts.log.append(describeReply(key, this.#parts.model, { response, isAnswer, used }));
      return { response, reading };
    }
  }

  async #attempt(
    request: EndpointRequest,
    attempt: number,
  ): Promise<{ readonly response: unknown; readonly used: TokenUse } | { readonly waitMs: number }> {
    const { client, budget, limiter, signal } = this.#parts;
    const permit = await limiter.acquire();
    let outcome: 'succeeded' | 'limited' | 'failed' = 'failed';
    try {
      this.#requireGoing();
      const atMost = mostTokens(request);
      const settle = this.#reserve(budget, atMost);
      let used: TokenUse | null = null;
      try {
        const { body } = await client.send('post', request.path, { body: request.body, signal });
        const { promptTokens, completionTokens } = parseHead(body);
        // Servers that do not say what they took are taken to have taken the most.
        used = {
          promptTokens: promptTokens ?? atMost.promptTokens,
          completionTokens: completionTokens ?? atMost.completionTokens,
        };
        outcome = 'succeeded';
        return { response: body, used };
      } catch (error) {
        if (!(error instanceof EndpointFailure)) throw error;
        const { policy = RETRY_POLICY, random } = this.#parts;
        const step = nextStep(error, attempt, { policy, jitter: random.next() });
        if (step.kind === 'retry') {
          outcome = step.isRateLimit ? 'limited' : 'failed';
          return { waitMs: step.waitMs };
        }
        const explained = explainFailure(error, step, {
          model: String(request.body['model']),
          baseUrl: client.baseUrl,
          attempt,
        });
        if (step.kind === 'stop') this.#stopped ??= explained;
        throw explained;
      } finally {
        settle(used);
      }
    } finally {
      permit[outcome]();
    }
  }

  #reserve(budget: RequestBudget, atMost: TokenUse): ReturnType<RequestBudget['reserve']> {
    try {
      return budget.reserve(atMost);
    } catch (error) {
      if (error instanceof IncompleteRunError) this.#stopped ??= error;
      throw error;
    }
  }

  #requireGoing(): void {
    this.#parts.signal.throwIfAborted();
    if (this.#stopped !== null) throw this.#stopped;
  }

  async #wait(ms: number): Promise<void> {
    this.#requireGoing();
    await sleep(ms, undefined, { signal: this.#parts.signal });
    this.#requireGoing();
  }
}

/** What reading a response came to: a response that is no answer, or none at all, is not one to be found again. */
type Reading<T> = { readonly value: T } | { readonly error: NoAnswerError | ProviderError };

function tryReading<T>(response: unknown, read: (response: unknown) => T): Reading<T> {
  try {
    return { value: read(response) };
  } catch (error) {
    if (error instanceof NoAnswerError || error instanceof ProviderError) return { error };
    throw error;
  }
}

function valueOf<T>(reading: Reading<T>): T {
  if ('error' in reading) throw reading.error;
  return reading.value;
}
