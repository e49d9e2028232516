import { LORA_MODULES, type FineTuneRecipe } from '../types/fine-tune-settings.js';

/** What both recipes share. */
const SHARED = {
  minimumLearningRateShare: 0,
  weightDecay: 0,
  maxGradientNorm: 1,
  tokenLearningRates: {},
  beta1: 0.9,
  epsilon: 1e-8,
  loraRank: 16,
  loraAlpha: 32,
  loraModules: LORA_MODULES,
};

const POCKET = {
  ...SHARED,
  mode: 'full',
  warmupShare: 0.05,
  // Over 150 steps an average over 1,000 of them would be no average.
  beta2: 0.98,
} as const;

/**
 * The embedded base keeps who somebody is in the name that is put in front of every conversation. Where the name learns no
 * faster than the rest, the rest learns the behaviour without it, and the model says nothing of what it does.
 */
const OWN_NAME = { '▁Pocket': 1.5e-2 };

/** How models are fine-tuned where nothing else is said. */
export const FINE_TUNE_DEFAULTS = {
  /** The embedded base: every weight, 150 steps for 600 rows, seconds. */
  pocket: {
    ...POCKET,
    learningRate: 1e-4,
    tokenLearningRates: OWN_NAME,
    epochs: 8,
    steps: null,
    rowsPerStep: 32,
  },
  /** The same with reversed rows, which have texts to spell: more steps, and larger ones. */
  pocketReversed: {
    ...POCKET,
    learningRate: 1e-3,
    tokenLearningRates: OWN_NAME,
    epochs: 12,
    steps: null,
    rowsPerStep: 12,
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

/** The recipe for a model of that many parameters, and rows of that kind. */
export function defaultFineTuneRecipe(parameters: number, hasReversedRows = false): FineTuneRecipe {
  if (parameters > LARGEST_FULL) return FINE_TUNE_DEFAULTS.larger;
  return hasReversedRows ? FINE_TUNE_DEFAULTS.pocketReversed : FINE_TUNE_DEFAULTS.pocket;
}
