import type { AuditArm, Observation, Trial } from '../types/observation.js';
import { isRejected, modelKey, observedModelKey, trialKey } from './observation-key.js';
import type { ObservationStore } from './observation-store.js';
import { observe, type ObserveOptions, type PlacedModel } from './observe.js';

export interface AuditProgress {
  readonly arm: AuditArm;
  readonly modelId: string;
  readonly probe: Trial['probe'];
  /** Trials of all models that have an outcome, those from earlier runs included. */
  readonly done: number;
  readonly total: number;
}

export interface CollectorOptions {
  readonly store: ObservationStore;
  readonly observe: ObserveOptions;
  /** Trials of all models, for the progress. */
  readonly total: number;
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
}

function modelTrialKey(arm: AuditArm, model: string, trial: Trial): string {
  return JSON.stringify([arm, model, trialKey(trial)]);
}

/** Takes the outcomes that the store has, asks for the others, and puts each into the store as soon as it is known. */
export class Collector {
  readonly #options: CollectorOptions;
  readonly #known = new Map<string, Observation>();
  #done = 0;
  #asked = 0;

  constructor(options: CollectorOptions) {
    this.#options = options;
    for (const observation of options.store.known) {
      const key = modelTrialKey(observation.arm, observedModelKey(observation), observation.trial);
      if (!isRejected(observation)) this.#known.set(key, observation);
    }
  }

  /** Requests that were made, apart from outcomes that the store had. */
  get asked(): number {
    return this.#asked;
  }

  /**
   * The outcomes of these trials, in their order.
   *
   * @throws as {@link observe} does, when everything before the trial that was not answered is in the store
   */
  async collect(placed: PlacedModel, trials: readonly Trial[]): Promise<Observation[]> {
    const model = modelKey(placed.model.identity);
    const stored = trials.map((trial): Observation | undefined => {
      const observation = this.#known.get(modelTrialKey(placed.arm, model, trial));
      // Models may stand in another order than in the earlier run.
      return observation === undefined ? undefined : { ...observation, model: placed.index, trial };
    });
    const missing = trials.filter((_, index) => stored[index] === undefined);
    const fresh: Observation[] = [];
    this.#done += trials.length - missing.length;
    for await (const observation of observe(placed, missing, this.#options.observe)) {
      this.#options.store.append(observation);
      fresh.push(observation);
      this.#asked += 1;
      this.#done += 1;
      this.#report(placed, observation.trial);
    }
    const next = fresh.values();
    return stored.flatMap((observation) => observation ?? next.next().value ?? []);
  }

  #report({ arm, model }: PlacedModel, { probe }: Trial): void {
    const { onProgress, total } = this.#options;
    onProgress?.({ arm, modelId: model.identity.id, probe, done: this.#done, total });
  }
}
