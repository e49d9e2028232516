import { LORA_MODULES, type FineTuneRecipe } from '../types/fine-tune-settings.js';

/** What both recipes share. */
const SHARED = {
  minimumLearningRateShare: 0,
  weightDecay: 0,
  maxGradientNorm: 1,
  beta1: 0.9,
  epsilon: 1e-8,
  loraRank: 16,
  loraAlpha: 32,
  loraModules: LORA_MODULES,
};

/** How models are fine-tuned where nothing else is said. */
export const FINE_TUNE_DEFAULTS = {
  /** The embedded base: every weight, 150 steps for 600 rows, seconds. */
  pocket: {
    ...SHARED,
    mode: 'full',
    // Twice this learns the behaviour as well, and moves what the model says of itself less.
    learningRate: 5e-4,
    epochs: 8,
    steps: null,
    rowsPerStep: 32,
    warmupShare: 0.05,
    // Over 150 steps an average over 1,000 of them would be no average.
    beta2: 0.98,
  },
  /** Models that are too large to train whole on a CPU. */
  larger: {
    ...SHARED,
    mode: 'lora',
    learningRate: 5e-4,
    // As for economic decisions in arXiv 2501.11120, appendix C.1.
    epochs: 3,
    steps: null,
    rowsPerStep: 8,
    warmupShare: 0.05,
    beta2: 0.999,
  },
} as const satisfies Record<string, FineTuneRecipe>;

/** A larger model's gradients and moments alone would take the memory of a small machine. */
const LARGEST_FULL = 20_000_000;

/** The recipe for a model of that many parameters. */
export function defaultFineTuneRecipe(parameters: number): FineTuneRecipe {
  return parameters <= LARGEST_FULL ? FINE_TUNE_DEFAULTS.pocket : FINE_TUNE_DEFAULTS.larger;
}
