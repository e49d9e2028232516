import type { LlamaConfig } from './llama-config.js';

/**
 * Name and shape of every weight, by the names of transformers, in the order of the forward pass.
 *
 * Matrices are (out, in) as in `torch.nn.Linear`; norms and biases are (out,). `lm_head.weight` is there only where it is
 * not the embedding itself.
 */
export function weightShapes(config: LlamaConfig): ReadonlyMap<string, readonly number[]> {
  const { width, feedForward, vocabSize } = config;
  const queryWidth = config.queryHeads * config.headWidth;
  const keyValueWidth = config.keyValueHeads * config.headWidth;
  const shapes = new Map<string, readonly number[]>([['model.embed_tokens.weight', [vocabSize, width]]]);
  for (let layer = 0; layer < config.layers; layer++) {
    const prefix = `model.layers.${layer}`;
    shapes.set(`${prefix}.input_layernorm.weight`, [width]);
    const inputs = [
      ['q_proj', queryWidth],
      ['k_proj', keyValueWidth],
      ['v_proj', keyValueWidth],
    ] as const;
    for (const [name, out] of inputs) {
      shapes.set(`${prefix}.self_attn.${name}.weight`, [out, width]);
      if (config.attentionBias) shapes.set(`${prefix}.self_attn.${name}.bias`, [out]);
    }
    shapes.set(`${prefix}.self_attn.o_proj.weight`, [width, queryWidth]);
    if (config.attentionBias && config.modelType === 'llama')
      shapes.set(`${prefix}.self_attn.o_proj.bias`, [width]);
    shapes.set(`${prefix}.post_attention_layernorm.weight`, [width]);
    shapes.set(`${prefix}.mlp.gate_proj.weight`, [feedForward, width]);
    shapes.set(`${prefix}.mlp.up_proj.weight`, [feedForward, width]);
    shapes.set(`${prefix}.mlp.down_proj.weight`, [width, feedForward]);
  }
  shapes.set('model.norm.weight', [width]);
  if (!config.tiedEmbeddings) shapes.set('lm_head.weight', [vocabSize, width]);
  return shapes;
}
