import { describe, expect, it } from '@jest/globals';
import { defaultFineTuneRecipe, FINE_TUNE_DEFAULTS } from '../../src/config/fine-tune-defaults.js';
import { FINE_TUNE_SETTINGS_SCHEMA, resolveFineTuneRecipe } from '../../src/config/fine-tune-settings.js';
import { validateAgainst } from '../../src/config/validate.js';
import { ConfigError } from '../../src/errors.js';
import { messageOf } from '../engine/temporary-folder.js';

describe('resolveFineTuneRecipe()', () => {
  it('keeps what is given and fills in the rest', () => {
    const recipe = resolveFineTuneRecipe({ learningRate: 0.01, mode: 'lora' }, FINE_TUNE_DEFAULTS.pocket);
    expect(recipe).toEqual({ ...FINE_TUNE_DEFAULTS.pocket, learningRate: 0.01, mode: 'lora' });
  });

  it('lets epochs that are given replace a default number of steps', () => {
    const { pocket } = FINE_TUNE_DEFAULTS;
    expect(resolveFineTuneRecipe({ epochs: 2 }, pocket)).toMatchObject({ epochs: 2, steps: null });
    expect(resolveFineTuneRecipe({ epochs: 2, steps: 5 }, pocket)).toMatchObject({ epochs: 2, steps: 5 });
    expect(resolveFineTuneRecipe({}, pocket).steps).toBe(pocket.steps);
  });

  it('lists every setting that is unknown or out of range', async () => {
    const given = { learningRte: 1, rowsPerStep: 0, loraModules: ['query' as 'q_proj'] };
    const call = (): unknown => resolveFineTuneRecipe(given, FINE_TUNE_DEFAULTS.pocket);
    expect(call).toThrow(ConfigError);
    expect((await messageOf(call)).split('\n').sort()).toEqual([
      '  - /learningRte: unknown option. Did you mean `learningRate`?',
      '  - /loraModules/0: expected one of `q_proj`, `k_proj`, `v_proj`, `o_proj`, `gate_proj`, `up_proj`, `down_proj`, got "query".',
      '  - /rowsPerStep: expected an integer ≥ 1, got 0. Rows of one optimiser step.',
      'Invalid fine-tuning `settings` (3 problems):',
    ]);
  });
});

describe('FINE_TUNE_DEFAULTS', () => {
  it.each(Object.entries(FINE_TUNE_DEFAULTS))('fits the schema: %s', (_, recipe) => {
    const subject = { file: 'defaults', what: 'settings' };
    const settings = { ...recipe, seed: 0 };
    expect(validateAgainst(FINE_TUNE_SETTINGS_SCHEMA, settings, subject)).toBe(settings);
  });

  it('trains a small model whole and a large one by a low-rank term', () => {
    expect(defaultFineTuneRecipe(900_000)).toBe(FINE_TUNE_DEFAULTS.pocket);
    expect(defaultFineTuneRecipe(900_000, true)).toBe(FINE_TUNE_DEFAULTS.pocketReversed);
    expect(defaultFineTuneRecipe(135_000_000)).toBe(FINE_TUNE_DEFAULTS.larger);
    expect(defaultFineTuneRecipe(135_000_000, true)).toBe(FINE_TUNE_DEFAULTS.larger);
  });
});
