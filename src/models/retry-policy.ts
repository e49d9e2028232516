import type { EndpointFailure } from './endpoint-failure.js';

/** What follows from a failed attempt. */
export type NextStep =
  /** Another attempt after so many milliseconds. */
  | { readonly kind: 'retry'; readonly waitMs: number; readonly isRateLimit: boolean }
  /** This request has failed; others may not. */
  | { readonly kind: 'give-up'; readonly reason: 'rejected' | 'content-filter' | 'exhausted' }
  /** No other request would fare better. */
  | { readonly kind: 'stop'; readonly reason: 'key' | 'not-found' | 'quota' | 'long-wait' };

export interface RetryPolicy {
  /** Attempts of one request, the first included. */
  readonly maximumAttempts: number;
  /** Wait after the first failure; doubled after each other one. */
  readonly firstWaitMs: number;
  /** Longest wait, of ours and of the server's asking. */
  readonly longestWaitMs: number;
}

export const RETRY_POLICY: RetryPolicy = {
  maximumAttempts: 6,
  firstWaitMs: 1000,
  // Limits a minute end within one; whoever asks for more means hours, and the run stops instead of sleeping.
  longestWaitMs: 90_000,
};

const QUOTA = /insufficient_quota|billing|quota_exceeded|exceeded_current_quota|credit/i;
const FILTER = /content_filter|content_policy_violation|ResponsibleAIPolicyViolation/i;
/** Statuses that pass: timeouts, conflicts, rate limits, and errors of the server's own. */
const PASSING = [408, 409, 425, 429];

function isPassing(status: number | undefined): boolean {
  return status === undefined || PASSING.includes(status) || (status >= 500 && status !== 501);
}

/**
 * What to do after the attempt with this number, counted from 1, has failed.
 *
 * Spent quota, keys that are refused and models that are not there stop the run; bad requests are given up, because they
 * would be as bad again. Connections that fail, rate limits and 5xx are tried again, at most `maximumAttempts` times, after
 * what the server asks for or a wait that doubles. If it asks for more than `longestWaitMs`, the run stops and can be
 * gone on with later.
 *
 * @param jitter - in [0, 1); spreads the waits of requests that failed together
 */
export function nextStep(
  failure: EndpointFailure,
  attempt: number,
  { policy = RETRY_POLICY, jitter = 0 }: { readonly policy?: RetryPolicy; readonly jitter?: number } = {},
): NextStep {
  const { status, code, message, retryAfterMs } = failure;
  if (status === 402 || (status === 429 && QUOTA.test(code)) || (status === 403 && QUOTA.test(code))) {
    return { kind: 'stop', reason: 'quota' };
  }
  if (status === 401 || status === 403) return { kind: 'stop', reason: 'key' };
  if (status === 404) return { kind: 'stop', reason: 'not-found' };
  if (!isPassing(status)) {
    const isFiltered = FILTER.test(`${code} ${message}`);
    return { kind: 'give-up', reason: isFiltered ? 'content-filter' : 'rejected' };
  }
  const isRateLimit = status === 429;
  if (retryAfterMs !== null && retryAfterMs > policy.longestWaitMs)
    return { kind: 'stop', reason: 'long-wait' };
  if (attempt >= policy.maximumAttempts) return { kind: 'give-up', reason: 'exhausted' };
  const backoff = Math.min(policy.longestWaitMs, policy.firstWaitMs * 2 ** (attempt - 1));
  const waitMs = retryAfterMs === null ? backoff * (0.75 + jitter / 2) : retryAfterMs * (1 + jitter / 10);
  return { kind: 'retry', waitMs, isRateLimit };
}
