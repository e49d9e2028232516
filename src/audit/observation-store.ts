import type { Observation } from '../types/observation.js';

/** Where observations are kept while a run goes on, and where the next run finds them. */
export interface ObservationStore {
  /** What earlier runs left, in the order in which it was appended. */
  readonly known: readonly Observation[];
  /** @throws {IncompleteRunError} if it cannot be kept */
  append(observation: Observation): void;
}

/** A store that lasts as long as the program. */
export function createMemoryStore(known: readonly Observation[] = []): ObservationStore {
  const observations = [...known];
  return {
    known: observations,
    append: (observation) => {
      observations.push(observation);
    },
  };
}
