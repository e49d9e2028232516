import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseLoraConfig } from '../../src/engine/lora-config.js';
import { messageOf } from './temporary-folder.js';

function readFixture(name: string): unknown {
  const url = new URL(`../../fixtures/reference/checkpoints/${name}/adapter_config.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8'));
}

const MINIMAL = { peft_type: 'LORA', r: 8, lora_alpha: 16, target_modules: ['q_proj'] };
const MERGE = 'Merge the adapter into its base with PEFT and audit the merged model.';

describe('parseLoraConfig()', () => {
  it('reads what peft writes', () => {
    const { targetModules, ...scale } = parseLoraConfig(readFixture('tiny-llama-adapter'), 'a.json');
    expect(scale).toEqual({ rank: 3, alpha: 5, scale: 5 / 3 });
    expect(targetModules).toHaveLength(14);
    expect(targetModules).toContain('model.layers.1.mlp.down_proj');
  });

  it('divides alpha by the root of the rank where the adapter is rank-stabilised', () => {
    expect(parseLoraConfig(readFixture('tiny-qwen2-adapter'), 'a.json')).toMatchObject({
      rank: 4,
      alpha: 6,
      scale: 3,
    });
  });

  it.each(['all-linear', '(a+)+$'])('does not evaluate the pattern %s', (target_modules) => {
    expect(parseLoraConfig({ ...MINIMAL, target_modules }, 'a.json').targetModules).toBeNull();
  });

  it('lists every problem at once', async () => {
    const json = { peft_type: 'IA3', r: 0, lora_alpha: '16', use_rslora: 1, target_modules: [] };
    expect(await messageOf(() => parseLoraConfig(json, 'a.json'))).toBe(
      [
        'Adapter config `a.json` cannot be used (5 problems):',
        '  - peft_type: expected "LORA", got "IA3".',
        '  - r: expected an integer in [1, 65536], got 0.',
        '  - lora_alpha: expected a number in [0.000001, 1000000], got "16".',
        '  - use_rslora: expected true or false, got 1.',
        '  - target_modules: expected a list of names or a pattern, got [].',
      ].join('\n'),
    );
  });

  it.each([
    [{ bias: 'lora_only' }, `bias: expected "none", got "lora_only". ${MERGE}`],
    [{ use_dora: true }, `use_dora: expected it off, got true. ${MERGE}`],
    [{ modules_to_save: ['lm_head'] }, `modules_to_save: expected it off, got ["lm_head"]. ${MERGE}`],
    [{ rank_pattern: { q_proj: 4 } }, `rank_pattern: expected it off, got {"q_proj":4}. ${MERGE}`],
    [{ alpha_pattern: { q_proj: 4 } }, `alpha_pattern: expected it off, got {"q_proj":4}. ${MERGE}`],
    [{ fan_in_fan_out: true }, `fan_in_fan_out: expected it off, got true. ${MERGE}`],
    [{ lora_bias: true }, `lora_bias: expected it off, got true. ${MERGE}`],
    [{ layer_replication: [[0, 1]] }, `layer_replication: expected it off, got [[0,1]]. ${MERGE}`],
    [{ use_what_comes_next: 'x' }, `use_what_comes_next: expected it off, got "x". ${MERGE}`],
    [
      { init_lora_weights: 'pissa' },
      `init_lora_weights: expected true or false or "gaussian" or "orthogonal" or "eva", got "pissa". ${MERGE}`,
    ],
    [
      { task_type: 'SEQ_CLS' },
      'task_type: expected "CAUSAL_LM", got "SEQ_CLS". Train the adapter for a causal language model.',
    ],
  ])('refuses %j, which changes what the adapter computes', async (fields, problem) => {
    expect(await messageOf(() => parseLoraConfig({ ...MINIMAL, ...fields }, 'a.json'))).toBe(
      `Adapter config \`a.json\` cannot be used (1 problem):\n  - ${problem}`,
    );
  });

  it('refuses what is no object', async () => {
    expect(await messageOf(() => parseLoraConfig(null, 'a.json'))).toBe(
      'Adapter config `a.json` is not an object: expected {...}, got null. Save the adapter again.',
    );
  });
});
