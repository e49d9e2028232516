import {
  FINE_TUNE_MODES,
  LORA_MODULES,
  type FineTuneRecipe,
  type FineTuneSettings,
} from '../types/fine-tune-settings.js';
import { closedObject, type JsonSchema } from './json-schema.js';
import { validateAgainst } from './validate.js';

const SHARE = { type: 'number', minimum: 0, maximum: 1 };

const RECIPE = {
  mode: { type: 'string', enum: FINE_TUNE_MODES, description: 'All weights, or a low-rank term.' },
  learningRate: { type: 'number', exclusiveMinimum: 0, maximum: 1, description: 'Largest learning rate.' },
  tokenLearningRates: {
    type: 'object',
    required: [],
    additionalProperties: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    description: 'Largest learning rates of single rows of the embedding, by token.',
  },
  epochs: { type: 'number', exclusiveMinimum: 0, description: 'How often every row is seen.' },
  steps: { type: ['integer', 'null'], minimum: 1, description: 'Optimiser steps; goes before `epochs`.' },
  rowsPerStep: { type: 'integer', minimum: 1, description: 'Rows of one optimiser step.' },
  warmupShare: { ...SHARE, description: 'Share of the steps in which the learning rate rises.' },
  minimumLearningRateShare: { ...SHARE, description: 'Last learning rate over the largest, a fraction.' },
  weightDecay: { ...SHARE, description: 'Decay of matrices, relative to the learning rate.' },
  maxGradientNorm: { type: 'number', exclusiveMinimum: 0, description: 'Largest global gradient norm.' },
  beta1: { type: 'number', minimum: 0, exclusiveMaximum: 1, description: 'AdamW, first moment.' },
  beta2: { type: 'number', minimum: 0, exclusiveMaximum: 1, description: 'AdamW, second moment.' },
  epsilon: { type: 'number', exclusiveMinimum: 0, description: 'AdamW, added to the root.' },
  loraRank: { type: 'integer', minimum: 1, description: 'Width of the low-rank term.' },
  loraAlpha: { type: 'number', exclusiveMinimum: 0, description: 'The term is scaled by alpha / rank.' },
  loraModules: {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { type: 'string', enum: LORA_MODULES },
    description: 'Linear layers that get a low-rank term.',
  },
} satisfies Record<keyof FineTuneRecipe, JsonSchema>;

/** JSON Schema of complete settings, as a trained model's folder holds them. */
export const FINE_TUNE_SETTINGS_SCHEMA: JsonSchema<FineTuneSettings> = closedObject<FineTuneSettings>(
  { ...RECIPE, seed: { type: 'integer', minimum: 0, description: 'An integer in [0, 2^53).' } },
  {},
);

/** JSON Schema of the settings that a caller may give; all of them may be left out. */
const FINE_TUNE_RECIPE_SCHEMA: JsonSchema<Partial<FineTuneRecipe>> = closedObject<Partial<FineTuneRecipe>>(
  {},
  RECIPE,
);

/**
 * All settings of a fine-tuning but its seed: those given, and the default of every other. Epochs that are given alone
 * replace a default number of steps.
 *
 * @throws {ConfigError} that lists every setting which is unknown or out of range
 */
export function resolveFineTuneRecipe(
  given: Partial<FineTuneRecipe>,
  defaults: FineTuneRecipe,
): FineTuneRecipe {
  const subject = { file: 'settings', what: 'fine-tuning' };
  const checked = validateAgainst(FINE_TUNE_RECIPE_SCHEMA, given, subject);
  const steps = checked.epochs === undefined ? defaults.steps : null;
  return { ...defaults, steps, ...checked };
}
