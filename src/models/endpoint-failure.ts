import { isRecord, recordIn, textIn, type WireRecord } from './wire-fields.js';

/** One attempt of a request that gave no reply. */
export class EndpointFailure extends Error {
  override readonly name = 'EndpointFailure';
  /** HTTP status, or the one that a body in a 200 names; `undefined` where the connection failed. */
  readonly status: number | undefined;
  /** The server's own word for what is wrong. */
  readonly code: string;
  /** What the server asks to wait, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    details: {
      status?: number | undefined;
      code?: string;
      retryAfterMs?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.code = details.code ?? '';
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

function codeOf(error: WireRecord): string {
  return [textIn(error, 'code'), textIn(error, 'type')].filter((word) => word !== null).join(' ');
}

/**
 * What a body says of an error: OpenAI's `{error: {message, code, type}}`, Ollama's `{error: "…"}`, vLLM's older
 * `{object: "error", message}`, FastAPI's `{detail}`; `null` if it speaks of none.
 */
export function parseErrorBody(
  body: unknown,
): { message: string; code: string; status: number | undefined } | null {
  if (!isRecord(body)) return null;
  const error = recordIn(body, 'error');
  if (error !== undefined) {
    const status = typeof error['code'] === 'number' ? error['code'] : undefined;
    return { message: textIn(error, 'message') ?? JSON.stringify(error), code: codeOf(error), status };
  }
  const message = textIn(body, 'error');
  if (message !== null) return { message, code: codeOf(body), status: undefined };
  if (body['object'] === 'error') {
    const status = typeof body['code'] === 'number' ? body['code'] : undefined;
    return { message: textIn(body, 'message') ?? 'an error', code: codeOf(body), status };
  }
  const { detail } = body as { readonly detail?: unknown };
  if (detail === undefined || 'choices' in body) return null;
  return {
    message: typeof detail === 'string' ? detail : JSON.stringify(detail),
    code: '',
    status: undefined,
  };
}
