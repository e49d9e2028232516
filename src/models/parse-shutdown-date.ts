import type { EndpointResponse } from './endpoint-client.js';
import { countIn, isRecord, listIn, textIn } from './wire-fields.js';

const SECONDS_TO_MS = 1000;

/**
 * The day on which a model ends, from its entry in the list of models, or from the header `sunset`; `null` where the server
 * names none.
 *
 * Source: `shutdown_date` of OpenAI's list of models; RFC 8594 for the header.
 */
export function parseShutdownDate({ body, headers }: EndpointResponse, model: string): string | null {
  const models = isRecord(body) ? listIn(body, 'data').filter(isRecord) : [];
  const entry = models.find(({ id }) => id === model) ?? {};
  const seconds = countIn(entry, 'shutdown_date');
  const given = textIn(entry, 'shutdown_date') ?? headers.get('sunset');
  if (seconds !== null) return new Date(seconds * SECONDS_TO_MS).toISOString().slice(0, 10);
  return given === null || given === '' ? null : given;
}
