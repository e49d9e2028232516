import type OpenAI from 'openai';
import { EndpointFailure, parseErrorBody } from './endpoint-failure.js';
import { OPENAI_BASE_URL } from './endpoint-address.js';
import { parseRetryAfter } from './parse-retry-after.js';
import { isRecord, recordIn, textIn, type WireRecord } from './wire-fields.js';

/** What a server answered, before anybody has read it. */
export interface EndpointResponse {
  readonly body: unknown;
  readonly headers: Readonly<Pick<Headers, 'get'>>;
}

/** Makes one attempt of one request. */
export interface EndpointClient {
  readonly baseUrl: string;
  /** @throws {EndpointFailure} if no readable reply comes; whatever the signal's reason is, if it is aborted */
  send(method: 'get' | 'post', path: string, details: SendDetails): Promise<EndpointResponse>;
}

export interface SendDetails {
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface EndpointClientOptions {
  readonly baseUrl: string;
  /** `null` for a server that wants none. */
  readonly apiKey: string | null;
  /** For one attempt, its body included. */
  readonly timeoutMs: number;
}

/** What the client library takes where there is no key; the header is left out. */
const NO_KEY = 'none';

const SHORTEST_SECRET = 4;

/** A server may quote the key that it refuses. */
function withoutSecret(text: string, apiKey: string | null): string {
  return apiKey === null || apiKey.length < SHORTEST_SECRET ? text : text.replaceAll(apiKey, '[key]');
}

/** Servers put errors into bodies of many forms; the client library knows one. */
async function fetchWithPlainErrors(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.ok) return response;
  const text = await response.text();
  const found = parseErrorBody(parseJson(text));
  const error = { message: found?.message ?? text, code: found?.code ?? '' };
  return new Response(JSON.stringify({ error }), {
    status: response.status,
    headers: keepHeaders(response.headers),
  });
}

/** The body has been decoded, so that headers about its form are no longer true. */
function keepHeaders(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  kept.set('content-type', 'application/json');
  return kept;
}

/** Python's `json` writes numbers that JSON does not have. */
const NO_NUMBER = /(?<=[:,[]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/g;

/** The value, with `NaN` and `Infinity` as texts, so that whoever reads them can say what is wrong. */
function parseJson(text: string): unknown {
  for (const candidate of [text, text.replace(NO_NUMBER, '"$&"')]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // Told by the caller.
    }
  }
  return undefined;
}

async function createClient({ baseUrl, apiKey }: EndpointClientOptions): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  const isOpenAi = baseUrl === OPENAI_BASE_URL;
  return new Client({
    baseURL: baseUrl,
    apiKey: apiKey ?? NO_KEY,
    adminAPIKey: null,
    ...(isOpenAi ? {} : { organization: null, project: null }),
    ...(apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
    // Retries are ours: the library's would sleep for as long as a server asks, and hide what happened.
    maxRetries: 0,
    logLevel: 'off',
    fetch: fetchWithPlainErrors,
    // A key is for the address that it was given for.
    fetchOptions: { redirect: 'error' },
  });
}

/** Errors of the runtime are known by their fields: they may come from another realm than ours. */
function describeCause(error: WireRecord): string {
  const cause = recordIn(error, 'cause');
  const inner = (cause === undefined ? undefined : (recordIn(cause, 'cause') ?? cause)) ?? error;
  const parts = [textIn(inner, 'code'), textIn(inner, 'message')].filter((part) => part !== null);
  return parts.join(' ') || 'The connection failed';
}

/** A client of the `openai` package that makes one attempt, and says in one form what went wrong. */
export function createEndpointClient(options: EndpointClientOptions): EndpointClient {
  const { baseUrl, apiKey, timeoutMs } = options;
  let client: Promise<OpenAI> | undefined;
  const attempt = async (
    method: 'get' | 'post',
    path: string,
    { body, signal }: SendDetails,
  ): Promise<EndpointResponse> => {
    client ??= createClient(options);
    const request = (await client)[method](path, {
      ...(body === undefined ? {} : { body }),
      signal,
      timeout: timeoutMs,
    });
    const response = await request.asResponse();
    const text = await response.text();
    const parsed = parseJson(text);
    if (parsed === undefined) {
      throw new EndpointFailure(`The response is no JSON: ${text.slice(0, 80)}`, { code: 'malformed' });
    }
    const error = parseErrorBody(parsed);
    if (error === null) return { body: parsed, headers: response.headers };
    const retryAfterMs = parseRetryAfter(response.headers);
    throw new EndpointFailure(error.message, { status: error.status ?? 500, code: error.code, retryAfterMs });
  };
  const toFailure = (error: unknown): EndpointFailure => {
    const fields = isRecord(error) ? error : {};
    const status = fields['status'] === undefined ? undefined : Number(fields['status']);
    const known = error instanceof EndpointFailure ? error : null;
    const isOfConnection = status === undefined && known === null;
    const message = isOfConnection ? describeCause(fields) : (textIn(fields, 'message') ?? '');
    const headers = fields['headers'];
    return new EndpointFailure(withoutSecret(message, apiKey), {
      status,
      code:
        known?.code ??
        [textIn(fields, 'code'), textIn(fields, 'type')].filter((word) => word !== null).join(' '),
      retryAfterMs: known?.retryAfterMs ?? (headers instanceof Headers ? parseRetryAfter(headers) : null),
    });
  };
  return {
    baseUrl,
    send: async (method, path, details) => {
      const timeout = new AbortController();
      const cancel = (): void => {
        timeout.abort();
      };
      details.signal.addEventListener('abort', cancel, { once: true });
      // The library's own limit ends with the headers; a body may take forever as well.
      const timer = setTimeout(cancel, timeoutMs);
      try {
        return await attempt(method, path, { ...details, signal: timeout.signal });
      } catch (error) {
        details.signal.throwIfAborted();
        if (!timeout.signal.aborted) throw toFailure(error);
        throw new EndpointFailure(`No reply within ${timeoutMs / 1000} s.`, { code: 'timeout' });
      } finally {
        clearTimeout(timer);
        details.signal.removeEventListener('abort', cancel);
      }
    },
  };
}
