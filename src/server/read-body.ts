import type { IncomingMessage } from 'node:http';
import { invalidRequest, WireError } from './wire-error.js';

/** A client reads no reply before it has sent its body, so that somewhat more than allowed is read and thrown away. */
const READ_AND_DROPPED = 4;

/**
 * The bytes of a request's body.
 *
 * @throws {WireError} 413 if there are more than `limitBytes`, 400 if the client goes away
 */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const tooLarge = (): WireError =>
    new WireError(
      413,
      `Request body is too large: expected at most ${limitBytes} bytes. Send less at a time.`,
      {
        code: 'request_too_large',
      },
    );
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    if (Number(request.headers['content-length'] ?? 0) > READ_AND_DROPPED * limitBytes) reject(tooLarge());
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) chunks.push(chunk);
      else chunks = [];
      if (size <= READ_AND_DROPPED * limitBytes) return;
      request.pause();
      reject(tooLarge());
    });
    request.on('end', () => {
      if (size > limitBytes) reject(tooLarge());
      else resolve(Buffer.concat(chunks));
    });
    request.on('error', () => {
      reject(invalidRequest('Request body ended early: expected all of it, got a closed connection.'));
    });
  });
}

/**
 * The JSON object in a body. Fields that are `null` are left out, as OpenAI's clients send what is not set.
 *
 * @throws {WireError} 415 if the body is not declared as JSON, which a page of another origin cannot do; 400 if it is no
 *   JSON object
 */
export function parseJsonBody(body: Uint8Array, contentType: string | undefined): Record<string, unknown> {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
    throw new WireError(
      415,
      'Content type is not JSON: expected the header `content-type: application/json`.',
      {
        code: 'unsupported_media_type',
      },
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw invalidRequest('Request body is not JSON: expected one JSON object in UTF-8.', {
      code: 'invalid_json',
    });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidRequest('Request body is no object: expected one JSON object.', { code: 'invalid_json' });
  return withoutNulls(value);
}

/** The object without the fields that are `null`. */
export function withoutNulls(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}
