import type { IncomingMessage, ServerResponse } from 'node:http';
import { findRoute } from './find-route.js';
import { isLoopback } from './is-loopback.js';
import { readBody } from './read-body.js';
import type { Route } from './routes.js';
import type { Slots } from './slots.js';
import type { WireContext } from './wire-context.js';
import { WireError } from './wire-error.js';
import { sendError, sendReply } from './wire-reply.js';

/** How one server answers. */
export interface AnswerOptions {
  readonly context: WireContext;
  readonly slots: Readonly<Record<NonNullable<Route['slot']>, Slots>>;
  readonly limits: { readonly bodyBytes: number; readonly uploadBytes: number };
  /** Answer only who calls this machine by a loopback name: a page whose name was pointed here does not. */
  readonly loopbackOnly: boolean;
  /** Told of what is no error of the client. */
  readonly onBug: (error: unknown) => void;
}

/** Answers one request, come what may. `signal` ends the answer where it is. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  options: AnswerOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    await answer(request, response, options, signal);
  } catch (error) {
    // A reply that ended because nobody waits for it, or because the server ends.
    if (response.destroyed) return;
    const stopped = signal.aborted ? new WireError(503, 'The server is stopping: start it again.') : null;
    const told = error instanceof WireError ? error : stopped;
    if (told === null) options.onBug(error);
    sendError(
      response,
      told ?? new WireError(500, 'The request could not be answered: the server has the reason.'),
    );
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { context, slots, limits, loopbackOnly }: AnswerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { method = 'GET', headers } = request;
  const url = new URL(`http://candor${(request.url ?? '/').replace(/^\/*/, '/')}`);
  if (loopbackOnly && !isLoopback((headers.host ?? '').replace(/:\d+$/, '')))
    throw new WireError(
      403,
      'Host is not this machine: expected a loopback name or address in the header `host`.',
    );
  const { route, id } = findRoute(method, url.pathname);
  const limitBytes = route.slot === 'upload' ? limits.uploadBytes : limits.bodyBytes;
  const reply = async (): Promise<void> => {
    const body = await readBody(request, limitBytes);
    const wire = { headers, query: url.searchParams, id, body, signal };
    await sendReply(response, await route.answer(wire, context));
  };
  await (route.slot === undefined ? reply() : slots[route.slot].use(reply));
}
