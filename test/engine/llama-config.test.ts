import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CheckpointError } from '../../src/errors.js';
import { parseLlamaConfig, toHuggingFaceConfig } from '../../src/engine/llama-config.js';
import type { LlamaConfig } from '../../src/engine/llama-config.js';
import { TINY_CONFIG } from './random-checkpoint.js';
import { messageOf } from './temporary-folder.js';

function readFixture(name: string): unknown {
  const url = new URL(`../../fixtures/reference/checkpoints/${name}/config.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8'));
}

/** The smallest config that is accepted; everything else has a default. */
const MINIMAL = {
  model_type: 'llama',
  vocab_size: 10,
  hidden_size: 8,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  intermediate_size: 6,
};

describe('parseLlamaConfig()', () => {
  it('reads what transformers 5 writes for a Llama', () => {
    expect(parseLlamaConfig(readFixture('tiny-llama'), 'config.json')).toEqual({
      modelType: 'llama',
      vocabSize: 64,
      width: 16,
      layers: 2,
      queryHeads: 4,
      keyValueHeads: 2,
      headWidth: 8,
      feedForward: 24,
      ropeTheta: 1000,
      ropeScaling: null,
      rmsNormEpsilon: 1e-5,
      tiedEmbeddings: true,
      attentionBias: false,
      maxPositions: 64,
      bosTokenId: 1,
      eosTokenIds: [2],
      padTokenId: null,
    });
  });

  it('reads what transformers 5 writes for a Qwen2 with Llama 3 scaling', () => {
    expect(parseLlamaConfig(readFixture('tiny-qwen2'), 'config.json')).toMatchObject({
      modelType: 'qwen2',
      headWidth: 8,
      ropeTheta: 500,
      ropeScaling: {
        kind: 'llama3',
        factor: 8,
        lowFrequencyFactor: 1,
        highFrequencyFactor: 4,
        originalMaxPositions: 32,
      },
      tiedEmbeddings: false,
      attentionBias: true,
    });
  });

  it('reads the spelling of transformers 4 for a Llama with biases and Llama 3 scaling', () => {
    expect(parseLlamaConfig(readFixture('tiny-llama-biased'), 'config.json')).toMatchObject({
      modelType: 'llama',
      width: 20,
      keyValueHeads: 1,
      headWidth: 8,
      ropeTheta: 500,
      ropeScaling: { kind: 'llama3', factor: 32, originalMaxPositions: 16 },
      tiedEmbeddings: false,
      attentionBias: true,
      eosTokenIds: [2, 3],
    });
  });

  it('takes the defaults of transformers for absent and null fields', () => {
    expect(parseLlamaConfig({ ...MINIMAL, rope_scaling: null, head_dim: null }, 'config.json')).toEqual({
      modelType: 'llama',
      vocabSize: 10,
      width: 8,
      layers: 2,
      queryHeads: 2,
      keyValueHeads: 2,
      headWidth: 4,
      feedForward: 6,
      ropeTheta: 10_000,
      ropeScaling: null,
      rmsNormEpsilon: 1e-6,
      tiedEmbeddings: false,
      attentionBias: false,
      maxPositions: 2048,
      bosTokenId: null,
      eosTokenIds: [],
      padTokenId: null,
    });
  });

  it.each([
    ['transformers 4', { rope_theta: 500, rope_scaling: { type: 'linear', factor: 2 } }],
    ['later transformers 4', { rope_theta: 500, rope_scaling: { rope_type: 'linear', factor: 2 } }],
    ['transformers 5', { rope_parameters: { rope_theta: 500, rope_type: 'linear', factor: 2 } }],
  ])('reads the linear scaling of %s', (_version, rope) => {
    const { ropeTheta, ropeScaling } = parseLlamaConfig({ ...MINIMAL, ...rope }, 'config.json');
    expect({ ropeTheta, ropeScaling }).toEqual({
      ropeTheta: 500,
      ropeScaling: { kind: 'linear', factor: 2 },
    });
  });

  it('starts Llama 3 scaling from max_position_embeddings where the config does not say', () => {
    const rope_scaling = { rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4 };
    const { ropeScaling } = parseLlamaConfig(
      { ...MINIMAL, max_position_embeddings: 99, rope_scaling },
      'config.json',
    );
    expect(ropeScaling).toMatchObject({ originalMaxPositions: 99 });
  });

  it('reads several tokens that end generation, and -1 as no token', () => {
    const config = parseLlamaConfig({ ...MINIMAL, eos_token_id: [3, 4], pad_token_id: -1 }, 'config.json');
    expect(config).toMatchObject({ eosTokenIds: [3, 4], padTokenId: null });
  });

  it('lists every problem at once', async () => {
    const json = {
      ...MINIMAL,
      vocab_size: '10',
      hidden_size: 0,
      num_hidden_layers: 1e9,
      intermediate_size: 1.5,
      rms_norm_eps: 1,
      tie_word_embeddings: 'yes',
    };
    expect(await messageOf(() => parseLlamaConfig(json, 'config.json'))).toBe(
      [
        'Model config `config.json` cannot be used (6 problems):',
        '  - vocab_size: expected an integer in [1, 1048576], got "10".',
        '  - hidden_size: expected an integer in [1, 131072], got 0.',
        '  - num_hidden_layers: expected an integer in [1, 1024], got 1000000000.',
        '  - intermediate_size: expected an integer in [1, 1048576], got 1.5.',
        '  - rms_norm_eps: expected a number in [1e-12, 0.1], got 1.',
        '  - tie_word_embeddings: expected true or false, got "yes".',
      ].join('\n'),
    );
  });

  const another = 'Choose a Llama or Qwen2 checkpoint.';
  it.each([
    [{ model_type: 'gpt2' }, `model_type: expected "llama" or "qwen2", got "gpt2". ${another}`],
    [
      { architectures: ['LlamaForSequenceClassification'] },
      `architectures: expected ["LlamaForCausalLM"], got ["LlamaForSequenceClassification"]. ${another}`,
    ],
    [{ hidden_act: 'gelu' }, `hidden_act: expected "silu", got "gelu". ${another}`],
    [{ mlp_bias: true }, `mlp_bias: expected false, got true. ${another}`],
    [{ attention_bias: 1 }, 'attention_bias: expected true or false, got 1.'],
    [{ partial_rotary_factor: 0.5 }, `partial_rotary_factor: expected 1, got 0.5. ${another}`],
    [
      { quantization_config: { bits: 4 } },
      'quantization_config: expected none. Choose the same model in float32, float16 or bfloat16.',
    ],
    [
      { layer_types: ['full_attention', 'sliding_attention'] },
      `use_sliding_window: expected full attention in every layer. ${another}`,
    ],
    [
      { model_type: 'qwen2', use_sliding_window: true, sliding_window: 4096 },
      `use_sliding_window: expected full attention in every layer. ${another}`,
    ],
    [{ hidden_size: 9 }, 'hidden_size: expected a multiple of num_attention_heads (2), got 9.'],
    [{ head_dim: 3 }, 'head_dim: expected an even number, got 3.'],
    [
      { num_attention_heads: 4, num_key_value_heads: 3 },
      'num_attention_heads: expected a multiple of num_key_value_heads (3), got 4.',
    ],
    [{ eos_token_id: [1, 10] }, 'eos_token_id: expected integers in [0, 9], got [1,10].'],
    [{ bos_token_id: 10 }, 'bos_token_id: expected an integer in [0, 9], got 10.'],
    [{ rope_scaling: 'linear' }, 'rope_scaling: expected an object, got "linear".'],
    [{ rope_theta: 0 }, 'rope_parameters.rope_theta: expected a number in [1, 1000000000000], got 0.'],
    [
      { rope_parameters: { rope_type: 'yarn', factor: 4 } },
      'rope_parameters.rope_type: expected "default", "linear" or "llama3", got "yarn". ' +
        'Choose a Llama or Qwen2 checkpoint without it.',
    ],
    [
      { rope_scaling: { rope_type: 'llama3', factor: 8, low_freq_factor: 4, high_freq_factor: 4 } },
      'rope_scaling.high_freq_factor: expected more than low_freq_factor (4), got 4.',
    ],
    [
      { rope_scaling: { type: 'linear' } },
      'rope_scaling.factor: expected a number in [0.001, 1000000], got nothing.',
    ],
  ])('refuses %j', async (fields, problem) => {
    expect(await messageOf(() => parseLlamaConfig({ ...MINIMAL, ...fields }, 'config.json'))).toBe(
      `Model config \`config.json\` cannot be used (1 problem):\n  - ${problem}`,
    );
  });

  it('refuses what is no object', async () => {
    expect(await messageOf(() => parseLlamaConfig(['a'], 'config.json'))).toBe(
      'Model config `config.json` is not an object: expected {...}, got ["a"]. Save the model again.',
    );
  });

  it('refuses any other JSON, and fails in no other way', () => {
    const fields = fc.dictionary(
      fc.constantFrom(...Object.keys(MINIMAL), 'eos_token_id', 'rope_scaling', 'layer_types', 'head_dim'),
      fc.jsonValue(),
      { minKeys: 1 },
    );
    fc.assert(
      fc.property(fields, (changes) => {
        try {
          const config = parseLlamaConfig({ ...MINIMAL, ...changes }, 'config.json');
          expect(config.queryHeads % config.keyValueHeads).toBe(0);
          expect(config.headWidth % 2).toBe(0);
        } catch (error) {
          expect(error).toBeInstanceOf(CheckpointError);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('takes nothing from a prototype', () => {
    const json: unknown = JSON.parse(`{"__proto__": ${JSON.stringify(MINIMAL)}}`);
    expect(() => parseLlamaConfig(json, 'config.json')).toThrow('(6 problems)');
  });
});

describe('toHuggingFaceConfig()', () => {
  it('writes what parseLlamaConfig reads', () => {
    const configs: LlamaConfig[] = [
      TINY_CONFIG,
      { ...TINY_CONFIG, eosTokenIds: [2, 3], padTokenId: 0, bosTokenId: null, tiedEmbeddings: true },
      { ...TINY_CONFIG, eosTokenIds: [], ropeScaling: { kind: 'linear', factor: 3 } },
      parseLlamaConfig(readFixture('tiny-qwen2'), 'config.json'),
    ];
    for (const config of configs) {
      const json: unknown = JSON.parse(JSON.stringify(toHuggingFaceConfig(config)));
      expect(parseLlamaConfig(json, 'config.json')).toEqual(config);
    }
  });

  it('writes any combination of sizes that is accepted', () => {
    const head = fc.record({
      keyValueHeads: fc.integer({ min: 1, max: 8 }),
      groups: fc.integer({ min: 1, max: 8 }),
      half: fc.integer({ min: 1, max: 64 }),
    });
    fc.assert(
      fc.property(head, ({ keyValueHeads, groups, half }) => {
        const config = {
          ...TINY_CONFIG,
          keyValueHeads,
          queryHeads: keyValueHeads * groups,
          headWidth: 2 * half,
        };
        expect(parseLlamaConfig(toHuggingFaceConfig(config), 'config.json')).toEqual(config);
      }),
      { seed: 1 },
    );
  });
});
