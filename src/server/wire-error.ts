import { AuditError } from '../errors.js';

/** Where in a request the problem is, and its name for programs. */
export interface WireErrorPlace {
  readonly param?: string | null;
  readonly code?: string | null;
}

/** What a client is told, in OpenAI's shape and with its status. */
export class WireError extends AuditError {
  override readonly name = 'WireError';
  readonly status: number;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;

  constructor(status: number, message: string, { param = null, code = null }: WireErrorPlace = {}) {
    super(message);
    this.status = status;
    this.type = typeOf(status);
    this.param = param;
    this.code = code;
  }

  /** The body of the reply. */
  get body(): { readonly error: Readonly<Record<string, string | null>> } {
    const { message, type, param, code } = this;
    return { error: { message, type, param, code } };
  }
}

function typeOf(status: number): string {
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** The request cannot be answered as it is: 400. */
export function invalidRequest(message: string, place: WireErrorPlace = {}): WireError {
  return new WireError(400, message, place);
}
