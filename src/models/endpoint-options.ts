import { ConfigError } from '../errors.js';
import type { EndpointApi, WithoutLogprobs } from '../types/endpoint.js';
import { normalizeBaseUrl, OPENAI_BASE_URL } from './endpoint-address.js';
import type { TokenPrices } from './request-budget.js';

/** How models behind endpoints are reached, and what that may cost. Plain data. */
export interface EndpointOptions {
  /** OpenAI's own if absent. */
  readonly baseUrl?: string;
  /** Of the controls, where they are served elsewhere. */
  readonly controlBaseUrl?: string;
  /** A secret: it goes into the header of requests and nowhere else. None for a server that wants none. */
  readonly apiKey?: string;
  /** `chat` if absent. */
  readonly api?: EndpointApi;
  /** Requests under way at a time, at most. */
  readonly concurrency?: number;
  /** For one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  /** Of the whole audit, earlier runs of it included. */
  readonly maxRequests?: number;
  /** The same in the money of the prices. */
  readonly maxCost?: number;
  /** Of a million tokens. */
  readonly prices?: TokenPrices;
  /** Where probabilities are needed and not given. */
  readonly withoutLogprobs?: WithoutLogprobs;
  /** Replies drawn for one question, where they are drawn. */
  readonly samples?: number;
  /** Where what endpoints can do is remembered; found out anew each time if absent. */
  readonly profileFolder?: string;
}

export const ENDPOINT_DEFAULTS = {
  api: 'chat',
  concurrency: 16,
  // A large local model on a long prompt takes minutes.
  timeoutMs: 300_000,
  withoutLogprobs: 'stop',
  // The standard error of a share is at most 0.11.
  samples: 20,
} as const;

/** Options with every default filled in, addresses in one spelling. */
export interface ResolvedEndpointOptions extends Readonly<
  Pick<EndpointOptions, 'maxRequests' | 'maxCost' | 'prices' | 'profileFolder'>
> {
  readonly baseUrl: { readonly suspect: string; readonly control: string };
  readonly apiKey: string | null;
  readonly api: EndpointApi;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly withoutLogprobs: WithoutLogprobs;
  readonly samples: number;
}

/** @throws {ConfigError} if an address is none, or a limit on cost has no prices to count with */
export function resolveEndpointOptions(given: EndpointOptions = {}): ResolvedEndpointOptions {
  const { baseUrl, controlBaseUrl, apiKey, ...rest } = given;
  if (rest.maxCost !== undefined && rest.prices === undefined) {
    throw new ConfigError(
      'Option `--max-cost` has nothing to count with: expected the prices of a million tokens, got none. Give `--price-in` and `--price-out`.',
    );
  }
  const suspect = baseUrl === undefined ? OPENAI_BASE_URL : normalizeBaseUrl(baseUrl);
  const control = controlBaseUrl === undefined ? suspect : normalizeBaseUrl(controlBaseUrl);
  return {
    ...ENDPOINT_DEFAULTS,
    ...rest,
    baseUrl: { suspect, control },
    apiKey: apiKey === undefined || apiKey === '' ? null : apiKey,
  };
}
