import { join } from 'node:path';
import type { ObservationStore } from '../audit/observation-store.js';
import { openObservationFile } from '../audit/write-observations.js';
import type { EndpointHome } from '../models/endpoint-home.js';
import { openRequestLog } from '../models/write-request-log.js';
import type { ServedReplies } from '../types/endpoint.js';
import type { Observation } from '../types/observation.js';
import type { AuditInputs } from './audit-inputs.js';
import { OBSERVATIONS_FILE, REQUESTS_FILE } from './read-manifest.js';

/** What a run is told, in the files of its folder. */
export interface Answers {
  readonly store: ObservationStore;
  /** Those of earlier runs and of this one. */
  observations(): readonly Observation[];
  close(): void;
}

function hasEndpoint({ suspects, controls }: AuditInputs): boolean {
  return [...suspects, ...controls].some(({ endpoint }) => endpoint !== undefined);
}

/**
 * Opens the file of observations, and where a model is behind an endpoint that of its replies: observations are in the
 * order of the plan, so that one reply that is late holds up those behind it, and what they cost would be lost in a crash.
 *
 * @throws {ConfigError} if a file holds something else
 * @throws {IncompleteRunError} if one cannot be written
 */
export function openAnswers(folder: string, inputs: AuditInputs, endpoints: EndpointHome): Answers {
  const file = openObservationFile(join(folder, OBSERVATIONS_FILE));
  try {
    const log = hasEndpoint(inputs) ? openRequestLog(join(folder, REQUESTS_FILE)) : null;
    if (log !== null) endpoints.useLog(log);
    const observations = [...file.known];
    return {
      store: {
        known: file.known,
        append: (observation) => {
          file.append(observation);
          observations.push(observation);
        },
      },
      observations: () => observations,
      close: () => {
        log?.close();
        file.close();
      },
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** What the servers of the models called themselves, by the models' ids. */
export function servedBy(
  { suspects, controls }: AuditInputs,
  endpoints: EndpointHome,
): Record<string, ServedReplies> {
  const behind = [...suspects, ...controls].filter(({ endpoint }) => endpoint !== undefined);
  return Object.fromEntries(behind.map(({ id }) => [id, endpoints.served(id)]));
}
