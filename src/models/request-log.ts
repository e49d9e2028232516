import { createHash } from 'node:crypto';
import type { ServedReplies } from '../types/endpoint.js';
import { parseHead } from './parse-completion.js';
import type { TokenUse } from './request-budget.js';

/** One request as the server is sent it. */
export interface EndpointRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Tells draws of the same request apart. */
  readonly sample: number;
}

/** One line of `requests.jsonl`: a reply that was paid for. */
export interface LoggedReply {
  readonly key: string;
  /** Id of the model, as in reports. */
  readonly model: string;
  readonly used: TokenUse;
  /** The server's response; `null` if it was no answer, so that it is asked again where it is needed. */
  readonly response: unknown;
  /** What the server called itself. */
  readonly servedModel: string | null;
  readonly fingerprint: string | null;
}

/** Where replies are kept as they come, and where the next run finds them. */
export interface RequestLog {
  /** The response to a request that was answered before, or `undefined`. */
  find(key: string): unknown;
  /** @throws {IncompleteRunError} if it cannot be kept */
  append(reply: LoggedReply): void;
  /** Of every reply of that model, those of earlier runs included. */
  served(model: string): ServedReplies;
  /** What each reply of earlier runs took. */
  readonly earlier: readonly TokenUse[];
}

/** sha256 over the endpoint, the whole request and the sample index: what decides whether an old reply is the reply. */
export function requestKey(baseUrl: string, { path, body, sample }: EndpointRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([baseUrl, path, body, sample]))
    .digest('hex');
}

/** The line for a response. */
export function describeReply(
  key: string,
  model: string,
  {
    response,
    isAnswer,
    used,
  }: { readonly response: unknown; readonly isAnswer: boolean; readonly used: TokenUse },
): LoggedReply {
  const { model: servedModel, fingerprint } = parseHead(response);
  return { key, model, used, servedModel, fingerprint, response: isAnswer ? response : null };
}

/** Adds up what servers call themselves. */
export class ServedTally {
  readonly #models = new Map<
    string,
    { names: Set<string>; prints: Set<string>; replies: number; used: TokenUse }
  >();

  add({ model, servedModel, fingerprint, used }: Omit<LoggedReply, 'key' | 'response'>): void {
    const tally = this.#models.get(model) ?? {
      names: new Set<string>(),
      prints: new Set<string>(),
      replies: 0,
      used: { promptTokens: 0, completionTokens: 0 },
    };
    this.#models.set(model, tally);
    tally.replies += 1;
    tally.used = {
      promptTokens: tally.used.promptTokens + used.promptTokens,
      completionTokens: tally.used.completionTokens + used.completionTokens,
    };
    if (servedModel !== null) tally.names.add(servedModel);
    if (fingerprint !== null) tally.prints.add(fingerprint);
  }

  of(model: string): ServedReplies {
    const tally = this.#models.get(model);
    return {
      models: [...(tally?.names ?? [])].sort(),
      fingerprints: [...(tally?.prints ?? [])].sort(),
      replies: tally?.replies ?? 0,
      promptTokens: tally?.used.promptTokens ?? 0,
      completionTokens: tally?.used.completionTokens ?? 0,
    };
  }
}

/** A log that lasts as long as the program. */
export function createMemoryLog(): RequestLog {
  const replies = new Map<string, unknown>();
  const tally = new ServedTally();
  return {
    earlier: [],
    find: (key) => replies.get(key),
    append: (reply) => {
      tally.add(reply);
      if (reply.response !== null) replies.set(reply.key, reply.response);
    },
    served: (model) => tally.of(model),
  };
}
