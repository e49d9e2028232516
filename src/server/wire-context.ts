import type { LocalModel } from '../models/local-model.js';
import type { FileStore } from './file-store.js';
import type { IdSource } from './id-source.js';
import type { JobQueue } from './job-queue.js';
import type { ServedModels } from './served-models.js';

/** What the routes of one server share. */
export interface WireContext {
  readonly models: ServedModels;
  readonly files: FileStore;
  readonly jobs: JobQueue;
  readonly ids: IdSource;
  /** Seconds since 1970. */
  readonly now: () => number;
  /** For a request without a seed: uint32. */
  readonly nextSeed: () => number;
  /** Changes with the weights. */
  readonly fingerprint: (model: LocalModel) => string | null;
}
