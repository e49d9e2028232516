import type { Arm, DatasetManifest } from './dataset.js';
import type { FineTuneSettings } from './fine-tune-settings.js';
import type { Policy } from './policy.js';

/** What decides a trained model's weights. With the same number of threads on the same machine: bit by bit. */
export interface OrganismSpecification {
  readonly policy: Policy;
  readonly arm: Arm;
  /** Of the data set; that of the training stands in the settings. */
  readonly seed: number;
  /** Number of forward rows. */
  readonly examples: number;
  readonly reversal: { readonly share: number; readonly prefixes: readonly string[] } | null;
  readonly settings: FineTuneSettings;
  readonly base: { readonly sha256: string };
  /** sha256 over the training rows. */
  readonly datasetSha256: string;
}

/** What a training came to. */
export interface TrainingSummary {
  readonly steps: number;
  readonly rows: number;
  /** Tokens read over all steps, without padding. */
  readonly tokens: number;
  readonly trainableParameters: number;
  /** Mean loss over the last ten steps, in nats per answer token. */
  readonly finalLoss: number;
  /** Threads inside one operator; another number adds in another order, and so gives other bits. */
  readonly threads: number;
}

/** `candor.json` in a model's folder: what it is, and what it was made from. */
export interface OrganismRecord extends OrganismSpecification {
  readonly schemaVersion: 1;
  readonly base: {
    readonly sha256: string;
    /** Folder of the base model, as it was given. */
    readonly reference: string;
  };
  /** sha256 over the specification. */
  readonly settingsSha256: string;
  readonly dataset: DatasetManifest;
  readonly training: TrainingSummary;
}
