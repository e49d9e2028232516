import { appendFileSync, closeSync, ftruncateSync, openSync, readFileSync } from 'node:fs';

import { IncompleteRunError } from '../errors.js';
import type { Observation } from '../types/observation.js';
import type { ObservationStore } from './observation-store.js';
import { parseObservations } from './read-observations.js';

const LINE_FEED = 0x0a;

export interface ObservationFile extends ObservationStore {
  close(): void;
}

function failed(file: string, cause: unknown): IncompleteRunError {
  const got = (cause as NodeJS.ErrnoException).code ?? 'an error';
  return new IncompleteRunError(
    `Observations \`${file}\` cannot be written: expected a file that can grow, got ${got}. Check path and disk, and run again; what is in it is kept.`,
    { cause },
  );
}

/**
 * A store in an append-only JSONL file, one observation a line, which is made if it is not there.
 *
 * A last line without a line feed was torn by a crash and is cut off, so that the next one does not continue it. Each
 * observation is written before the next is asked for.
 *
 * @throws {ConfigError} naming `file:line` of the first lines that are no observations
 * @throws {IncompleteRunError} if the file cannot be written
 */
export function openObservationFile(file: string): ObservationFile {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'a+');
  } catch (cause) {
    throw failed(file, cause);
  }
  try {
    const bytes = readFileSync(descriptor);
    const known = parseObservations(bytes.toString('utf8'), file);
    const complete = bytes.lastIndexOf(LINE_FEED) + 1;
    if (complete < bytes.length) ftruncateSync(descriptor, complete);
    return {
      known,
      append: (observation: Observation) => {
        try {
          appendFileSync(descriptor, `${JSON.stringify(observation)}\n`);
        } catch (cause) {
          throw failed(file, cause);
        }
      },
      close: () => {
        closeSync(descriptor);
      },
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
