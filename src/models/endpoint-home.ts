import { AuditError, ConfigError, IncompleteRunError } from '../errors.js';
import { createRandom } from '../random.js';
import type { EndpointProfile, ServedReplies } from '../types/endpoint.js';
import type { LanguageModel } from '../types/language-model.js';
import type { AuditArm } from '../types/observation.js';
import { AdaptiveLimiter } from './adaptive-limiter.js';
import { endpointModelId, modelNameOf, OPENAI_BASE_URL } from './endpoint-address.js';
import { createEndpointClient, type EndpointClient } from './endpoint-client.js';
import { createEndpointModel } from './endpoint-model.js';
import {
  resolveEndpointOptions,
  type EndpointOptions,
  type ResolvedEndpointOptions,
} from './endpoint-options.js';
import { EndpointRequests } from './endpoint-requests.js';
import { probeEndpoint } from './probe-endpoint.js';
import { RequestBudget } from './request-budget.js';
import { createMemoryLog, type RequestLog } from './request-log.js';
import { RETRY_POLICY } from './retry-policy.js';
import { loadEndpointProfile, saveEndpointProfile } from './save-endpoint-profile.js';

/** What is asked for optional things may fail for good where the rest does not. */
const PROBE_POLICY = { ...RETRY_POLICY, maximumAttempts: 3 };

/** What the endpoint models of one run share: connections, budget, and the log of replies. */
export class EndpointHome {
  readonly #options: ResolvedEndpointOptions;
  readonly #abort = new AbortController();
  readonly #signal: AbortSignal;
  readonly #budget: RequestBudget;
  readonly #clients = new Map<string, { client: EndpointClient; limiter: AdaptiveLimiter }>();
  readonly #requests: EndpointRequests[] = [];
  #log: RequestLog = createMemoryLog();

  /** @throws {ConfigError} as {@link resolveEndpointOptions} does */
  constructor(options: EndpointOptions = {}, signal?: AbortSignal) {
    this.#options = resolveEndpointOptions(options);
    this.#budget = new RequestBudget(this.#options);
    this.#signal = signal === undefined ? this.#abort.signal : AbortSignal.any([signal, this.#abort.signal]);
  }

  get budget(): RequestBudget {
    return this.#budget;
  }

  /** Keeps replies there from now on, and counts what it already holds. */
  useLog(log: RequestLog): void {
    this.#log = log;
    for (const used of log.earlier) this.#budget.carryOver(used);
  }

  /** What servers called themselves in the replies of a model. */
  served(modelId: string): ServedReplies {
    return this.#log.served(modelId);
  }

  /**
   * What the endpoint does for the model, as remembered, or found out now.
   *
   * @throws {ProviderError} if it cannot be reached
   */
  async profile(
    name: string,
    arm: AuditArm = 'suspect',
    { isAnew = false }: { readonly isAnew?: boolean } = {},
  ): Promise<EndpointProfile> {
    const { api, profileFolder } = this.#options;
    const baseUrl = this.#options.baseUrl[arm];
    const key = { baseUrl, model: name, api };
    const stored =
      profileFolder === undefined || isAnew ? null : await loadEndpointProfile(profileFolder, key);
    if (stored !== null) return stored;
    const { client } = this.#connect(baseUrl);
    const requests = this.#requestsTo(name, baseUrl, { log: createMemoryLog(), isProbe: true });
    const signal = this.#signal;
    const profile = await probeEndpoint({ requests, client, model: name, api, signal }).catch(
      (error: unknown) => {
        throw signal.aborted && !(error instanceof AuditError)
          ? new IncompleteRunError(`Asking \`${baseUrl}\` was interrupted. Run it again.`)
          : error;
      },
    );
    if (profileFolder !== undefined) await saveEndpointProfile(profileFolder, key, profile);
    return profile;
  }

  /**
   * The model that `openai:NAME` names.
   *
   * @throws {ConfigError} if the reference has no name, or OpenAI is asked without a key
   * @throws {ProviderError} if the endpoint cannot be reached
   */
  async open(reference: string, arm: AuditArm = 'suspect'): Promise<LanguageModel> {
    const name = modelNameOf(reference);
    const { withoutLogprobs, samples } = this.#options;
    const baseUrl = this.#options.baseUrl[arm];
    const profile = await this.profile(name, arm);
    // The log is the one in use when a question is asked.
    const log: RequestLog = {
      earlier: [],
      find: (key) => this.#log.find(key),
      append: (reply) => {
        this.#log.append(reply);
      },
      served: (model) => this.#log.served(model),
    };
    const requests = this.#requestsTo(name, baseUrl, { log, isProbe: false });
    return createEndpointModel({ name, baseUrl, profile, requests, withoutLogprobs, samples });
  }

  /** Begins nothing more, and resolves when what was paid for is written down; at once after an abort. */
  async close(): Promise<void> {
    const reason = new IncompleteRunError('The run has ended. Run the audit again to go on.');
    await Promise.all(this.#requests.map((requests) => requests.close(reason)));
    this.#abort.abort();
  }

  #connect(baseUrl: string): { client: EndpointClient; limiter: AdaptiveLimiter } {
    const known = this.#clients.get(baseUrl);
    if (known !== undefined) return known;
    const { apiKey, timeoutMs, concurrency } = this.#options;
    if (baseUrl === OPENAI_BASE_URL && apiKey === null) {
      throw new ConfigError(
        'OpenAI takes no request without a key: expected one in the environment variable OPENAI_API_KEY, got none. Set it, or name another variable with `--api-key-env`; for a server of your own give `--base-url`.',
      );
    }
    const connection = {
      client: createEndpointClient({ baseUrl, apiKey, timeoutMs }),
      limiter: new AdaptiveLimiter(concurrency),
    };
    this.#clients.set(baseUrl, connection);
    return connection;
  }

  #requestsTo(
    name: string,
    baseUrl: string,
    { log, isProbe }: { readonly log: RequestLog; readonly isProbe: boolean },
  ): EndpointRequests {
    const model = endpointModelId(name, baseUrl);
    const requests = new EndpointRequests({
      ...this.#connect(baseUrl),
      model,
      log,
      budget: this.#budget,
      // Chance of its own: it moves no answer.
      random: createRandom(0).fork(`waits ${model}`),
      signal: this.#signal,
      ...(isProbe ? { policy: PROBE_POLICY } : {}),
    });
    this.#requests.push(requests);
    return requests;
  }
}
