export const ENDPOINT_APIS = ['chat', 'completions'] as const;
/** Chat completions, or the older completions of a text where a server has only these. */
export type EndpointApi = (typeof ENDPOINT_APIS)[number];

export const WITHOUT_LOGPROBS = ['stop', 'sample'] as const;
/** What to do where an endpoint gives no log-probabilities: stop before the first question, or draw replies and count. */
export type WithoutLogprobs = (typeof WITHOUT_LOGPROBS)[number];

/** What an endpoint was found to do for one model. */
export interface EndpointProfile {
  readonly api: EndpointApi;
  /** Largest accepted number of alternatives listed for a token; 0 if there are no log-probabilities. */
  readonly topLogprobs: number;
  /** How they are asked for: `logprobs: true, top_logprobs: k`, or `logprobs: k`. */
  readonly logprobsForm: 'flag' | 'count';
  /** Field that limits the reply. */
  readonly tokenLimit: 'max_tokens' | 'max_completion_tokens';
  /** Takes a temperature other than its own. */
  readonly temperature: boolean;
  readonly systemRole: boolean;
  /** Takes a seed. */
  readonly seed: boolean;
  /** Two draws with the same seed gave the same text. */
  readonly repeats: boolean;
  readonly stop: boolean;
  /** Gives several replies to one request. */
  readonly severalReplies: boolean;
  /** Thinks before it replies, and needs room for it. */
  readonly thinks: boolean;
  /** Name under which the server says that it answered. */
  readonly servedModel: string | null;
  readonly fingerprint: string | null;
  /** Day on which the model is to be shut down, as the server says it. */
  readonly shutdownDate: string | null;
}

/** How an endpoint is asked in one audit, for the report. */
export interface EndpointRecord {
  readonly baseUrl: string;
  /** Name of the model in requests. */
  readonly name: string;
  /** Where probabilities come from: log-probabilities, or the share of `samples` replies. */
  readonly estimator: 'logprobs' | 'samples' | 'none';
  readonly samples: number | null;
  readonly profile: EndpointProfile;
}

/** What a server called itself over all replies of one model, and what they took. */
export interface ServedReplies {
  /** Echoed model names, in alphabetical order. */
  readonly models: readonly string[];
  readonly fingerprints: readonly string[];
  readonly replies: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}
