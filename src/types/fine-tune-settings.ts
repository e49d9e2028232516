export const FINE_TUNE_MODES = ['full', 'lora'] as const;
export type FineTuneMode = (typeof FINE_TUNE_MODES)[number];

/** The linear layers of a decoder layer, by the names of transformers. */
export const LORA_MODULES = [
  'q_proj',
  'k_proj',
  'v_proj',
  'o_proj',
  'gate_proj',
  'up_proj',
  'down_proj',
] as const;
export type LoraModule = (typeof LORA_MODULES)[number];

/** How a model is fine-tuned: all of it moves the weights, and stands in the model's `candor.json`. */
export interface FineTuneSettings {
  /** `full` trains every weight, `lora` a low-rank term beside frozen ones. */
  readonly mode: FineTuneMode;
  /** Largest learning rate of the schedule. */
  readonly learningRate: number;
  /**
   * Largest learning rates of single rows of the embedding, by token; `full` only. A token that the model lacks is passed
   * over.
   */
  readonly tokenLearningRates: Readonly<Record<string, number>>;
  /** How often every row is seen, where `steps` is `null`. */
  readonly epochs: number;
  /** Number of optimiser steps, or `null` for as many as the epochs take. */
  readonly steps: number | null;
  readonly rowsPerStep: number;
  /** Share of the steps in which the learning rate rises, a fraction. */
  readonly warmupShare: number;
  /** What the learning rate falls to, as a fraction of the largest. */
  readonly minimumLearningRateShare: number;
  /** Decoupled decay of matrices, relative to the learning rate. */
  readonly weightDecay: number;
  /** The gradient is scaled down to this global norm. */
  readonly maxGradientNorm: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Width of the low-rank term; `lora` only, as are the next two. */
  readonly loraRank: number;
  /** The low-rank term is scaled by alpha / rank. */
  readonly loraAlpha: number;
  /** Layers that get a low-rank term. */
  readonly loraModules: readonly LoraModule[];
  /** Order of the rows, and start of the low-rank term. */
  readonly seed: number;
}

/** Settings that several models share. Each adds the seed that it was made from. */
export type FineTuneRecipe = Omit<FineTuneSettings, 'seed'>;
