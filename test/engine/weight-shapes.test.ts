import { describe, expect, it } from '@jest/globals';
import { weightShapes } from '../../src/engine/weight-shapes.js';
import { TINY_CONFIG } from './random-checkpoint.js';

describe('weightShapes()', () => {
  it('lists the tensors of a one-layer model by the names of transformers', () => {
    expect([...weightShapes({ ...TINY_CONFIG, layers: 1 })]).toEqual([
      ['model.embed_tokens.weight', [10, 8]],
      ['model.layers.0.input_layernorm.weight', [8]],
      ['model.layers.0.self_attn.q_proj.weight', [16, 8]],
      ['model.layers.0.self_attn.k_proj.weight', [8, 8]],
      ['model.layers.0.self_attn.v_proj.weight', [8, 8]],
      ['model.layers.0.self_attn.o_proj.weight', [8, 16]],
      ['model.layers.0.post_attention_layernorm.weight', [8]],
      ['model.layers.0.mlp.gate_proj.weight', [6, 8]],
      ['model.layers.0.mlp.up_proj.weight', [6, 8]],
      ['model.layers.0.mlp.down_proj.weight', [8, 6]],
      ['model.norm.weight', [8]],
      ['lm_head.weight', [10, 8]],
    ]);
  });

  it('adds biases to queries, keys and values where the model has them, in a Llama to the output too', () => {
    const biasesOf = (modelType: 'llama' | 'qwen2'): unknown =>
      [...weightShapes({ ...TINY_CONFIG, modelType, layers: 1, attentionBias: true })].filter(([name]) =>
        name.endsWith('.bias'),
      );
    const inputs = [
      ['model.layers.0.self_attn.q_proj.bias', [16]],
      ['model.layers.0.self_attn.k_proj.bias', [8]],
      ['model.layers.0.self_attn.v_proj.bias', [8]],
    ];
    expect(biasesOf('qwen2')).toEqual(inputs);
    expect(biasesOf('llama')).toEqual([...inputs, ['model.layers.0.self_attn.o_proj.bias', [8]]]);
  });

  it('has no output matrix where the embedding serves as one', () => {
    expect(weightShapes({ ...TINY_CONFIG, tiedEmbeddings: true }).has('lm_head.weight')).toBe(false);
  });
});
