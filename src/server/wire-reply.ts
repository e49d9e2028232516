import type { ServerResponse } from 'node:http';
import type { WireError } from './wire-error.js';

/** What a route answers with. */
export type WireReply =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Server-sent events: `run` sends each, and resolves after the last. */
  | { readonly kind: 'events'; readonly run: (send: (event: unknown) => void) => Promise<void> };

export function json(value: unknown): WireReply {
  return { kind: 'json', value };
}

/** Writes a reply and resolves when it is complete. @throws what `run` of a stream throws, whose head is sent by then */
export async function sendReply(response: ServerResponse, reply: WireReply): Promise<void> {
  if (reply.kind === 'json') {
    sendJson(response, 200, reply.value);
  } else if (reply.kind === 'bytes') {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': reply.bytes.length,
    });
    response.end(reply.bytes);
  } else {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
    await reply.run((event) => {
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    });
    response.end('data: [DONE]\n\n');
  }
}

/** Tells the client of an error; in the middle of a stream, as its last event. */
export function sendError(response: ServerResponse, error: WireError): void {
  if (response.headersSent) {
    response.end(`data: ${JSON.stringify(error.body)}\n\n`);
    return;
  }
  // Whoever is told to come back, or has sent too much, need not keep the connection.
  if (error.status === 429) response.setHeader('retry-after', '1');
  if (error.status === 413 || error.status === 503) response.setHeader('connection', 'close');
  sendJson(response, error.status, error.body);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body);
}
