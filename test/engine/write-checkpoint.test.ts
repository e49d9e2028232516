import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readCheckpoint } from '../../src/engine/read-checkpoint.js';
import { readTokenizerFiles } from '../../src/engine/read-tokenizer-files.js';
import { writeCheckpoint } from '../../src/engine/write-checkpoint.js';
import { randomWeights, TINY_CONFIG } from './random-checkpoint.js';
import { messageOf, temporaryFolder } from './temporary-folder.js';

describe('writeCheckpoint()', () => {
  it('writes what readCheckpoint and readTokenizerFiles read', async () => {
    const folder = await temporaryFolder();
    const directory = join(folder, 'model');
    const weights = randomWeights(TINY_CONFIG, 1);
    const tokenizerFiles = new Map([
      ['tokenizer.json', '{}'],
      ['chat_template.jinja', '{{ messages }}'],
    ]);
    await writeCheckpoint(directory, { config: TINY_CONFIG, weights, tokenizerFiles });
    expect(await readdir(folder)).toEqual(['model']);
    const read = await readCheckpoint(directory);
    expect(read.config).toEqual(TINY_CONFIG);
    expect(read.weights).toEqual(weights);
    const files = await readTokenizerFiles(directory);
    expect(new Map([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))).toEqual(
      tokenizerFiles,
    );
  });

  it('writes a config that transformers reads', async () => {
    const directory = join(await temporaryFolder(), 'model');
    const weights = randomWeights(TINY_CONFIG, 1);
    await writeCheckpoint(directory, { config: TINY_CONFIG, weights, tokenizerFiles: new Map() });
    expect(JSON.parse(await readFile(join(directory, 'config.json'), 'utf8'))).toEqual({
      architectures: ['LlamaForCausalLM'],
      model_type: 'llama',
      vocab_size: 10,
      hidden_size: 8,
      intermediate_size: 6,
      num_hidden_layers: 2,
      num_attention_heads: 4,
      num_key_value_heads: 2,
      head_dim: 4,
      hidden_act: 'silu',
      max_position_embeddings: 32,
      rms_norm_eps: 1e-5,
      rope_theta: 10_000,
      rope_scaling: null,
      tie_word_embeddings: false,
      attention_bias: false,
      mlp_bias: false,
      bos_token_id: 1,
      eos_token_id: 2,
      pad_token_id: null,
      torch_dtype: 'float32',
    });
  });

  it('writes nothing where a weight is missing', async () => {
    const folder = await temporaryFolder();
    const weights = randomWeights(TINY_CONFIG, 1);
    weights.delete('model.norm.weight');
    const write = (): Promise<void> =>
      writeCheckpoint(join(folder, 'model'), { config: TINY_CONFIG, weights, tokenizerFiles: new Map() });
    expect(await messageOf(write, folder)).toBe(
      'Weights of `DIR/model` do not fit its config.json (1 problem):\n' +
        '  - model.norm.weight: expected (8), got nothing.\nCheck that both come from the same model.',
    );
    expect(await readdir(folder)).toEqual([]);
  });
});
