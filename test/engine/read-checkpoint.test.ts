import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { toHuggingFaceConfig } from '../../src/engine/llama-config.js';
import type { LlamaConfig } from '../../src/engine/llama-config.js';
import { readCheckpoint } from '../../src/engine/read-checkpoint.js';
import { weightShapes } from '../../src/engine/weight-shapes.js';
import type { Weights } from '../../src/engine/weights.js';
import { writeSafetensors } from '../../src/engine/write-safetensors.js';
import { randomWeights, TINY_CONFIG } from './random-checkpoint.js';
import { messageOf, temporaryFolder } from './temporary-folder.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/reference/checkpoints/', import.meta.url));

async function sha256(...files: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex');
}

async function writeModel(weights: Weights, config: LlamaConfig = TINY_CONFIG): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'config.json'), JSON.stringify(toHuggingFaceConfig(config)));
  await writeSafetensors(join(folder, 'model.safetensors'), weights);
  return folder;
}

async function writeSharded(index: unknown, shards: Readonly<Record<string, Weights>>): Promise<string> {
  const folder = await writeModel(new Map());
  await rm(join(folder, 'model.safetensors'));
  await writeFile(join(folder, 'model.safetensors.index.json'), JSON.stringify(index));
  for (const [name, weights] of Object.entries(shards)) await writeSafetensors(join(folder, name), weights);
  return folder;
}

function readMessage(folder: string): Promise<string> {
  return messageOf(() => readCheckpoint(folder), folder);
}

describe('readCheckpoint()', () => {
  it('reads the shards that transformers writes', async () => {
    const directory = join(FIXTURES, 'tiny-llama');
    const { config, weights, ...rest } = await readCheckpoint(directory);
    const shard = (number: number): string => join(directory, `model-0000${number}-of-00003.safetensors`);
    expect(rest).toEqual({ directory, sha256: await sha256(shard(1), shard(2), shard(3)) });
    expect(new Map([...weights].map(([name, { shape }]) => [name, shape]))).toEqual(weightShapes(config));
    expect([...weights.keys()]).toEqual([...weightShapes(config).keys()]);
  });

  it('reads the single file that transformers writes', async () => {
    const directory = join(FIXTURES, 'tiny-qwen2');
    const { config, weights, sha256: hash } = await readCheckpoint(directory);
    expect(hash).toBe(await sha256(join(directory, 'model.safetensors')));
    expect(new Map([...weights].map(([name, { shape }]) => [name, shape]))).toEqual(weightShapes(config));
  });

  it('refuses a weight that is no number, and says where', async () => {
    const weights = randomWeights(TINY_CONFIG, 3);
    const [name] = weights.keys();
    const data = weights.get(name ?? '')?.data;
    if (name === undefined || data === undefined) throw new RangeError('Expected a weight, got none.');
    data[5] = Number.NaN;
    expect(await readMessage(await writeModel(weights))).toBe(
      `Tensor \`${name}\` of model \`DIR\` holds NaN at position 5: expected finite numbers. Train or download it again.`,
    );
  });

  it('leaves out what is computed anew and the second copy of a tied embedding', async () => {
    const config = { ...TINY_CONFIG, tiedEmbeddings: true };
    const weights = randomWeights(config, 1);
    const embedding = weights.get('model.embed_tokens.weight');
    if (embedding === undefined) throw new TypeError('no embedding');
    const frequencies = { shape: [2], data: Float32Array.of(1, 0.1) };
    const stored = new Map([
      ...weights,
      ['lm_head.weight', embedding],
      ['model.layers.0.self_attn.rotary_emb.inv_freq', frequencies],
      ['model.rotary_emb.inv_freq', frequencies],
    ]);
    expect((await readCheckpoint(await writeModel(stored, config))).weights).toEqual(weights);
  });

  it('refuses a tied output matrix that is not the embedding', async () => {
    const config = { ...TINY_CONFIG, tiedEmbeddings: true };
    const folder = await writeModel(randomWeights(TINY_CONFIG, 1), config);
    expect(await readMessage(folder)).toBe(
      'Tensor `lm_head.weight` of `DIR` differs from the embedding: expected them equal, as tie_word_embeddings in ' +
        'config.json is true. Set it to false if the output matrix was trained.',
    );
  });

  it('lists five of the tensors that do not fit', async () => {
    const weights = randomWeights(TINY_CONFIG, 1);
    for (const name of [...weights.keys()].filter((key) => key.startsWith('model.layers.1.mlp'))) {
      weights.delete(name);
    }
    weights.set('model.norm.weight', { shape: [9], data: new Float32Array(9) });
    weights.set('lm_head.weight', { shape: [8, 10], data: new Float32Array(80) });
    weights.set('score.weight', { shape: [2, 8], data: new Float32Array(16) });
    weights.set('model.layers.2.input_layernorm.weight', { shape: [8], data: new Float32Array(8) });
    expect(await readMessage(await writeModel(weights))).toBe(
      [
        'Weights of `DIR` do not fit its config.json (7 problems):',
        '  - model.layers.1.mlp.gate_proj.weight: expected (6, 8), got nothing.',
        '  - model.layers.1.mlp.up_proj.weight: expected (6, 8), got nothing.',
        '  - model.layers.1.mlp.down_proj.weight: expected (8, 6), got nothing.',
        '  - model.norm.weight: expected (8), got (9).',
        '  - lm_head.weight: expected (10, 8), got (8, 10).',
        '  - and 2 more.',
        'Check that both come from the same model.',
      ].join('\n'),
    );
  });

  it('names a tensor that no such model has', async () => {
    const weights = randomWeights(TINY_CONFIG, 1);
    weights.set('score.weight', { shape: [2, 8], data: new Float32Array(16) });
    expect(await readMessage(await writeModel(weights))).toBe(
      'Weights of `DIR` do not fit its config.json (1 problem):\n' +
        '  - score.weight: expected no such tensor, got (2, 8).\nCheck that both come from the same model.',
    );
  });

  it('says what a path is that is no model folder', async () => {
    const folder = await temporaryFolder();
    const layout = 'expected a folder with config.json and model.safetensors';
    await writeFile(join(folder, 'model.gguf'), '');
    await mkdir(join(folder, 'adapter'));
    await writeFile(join(folder, 'adapter', 'adapter_config.json'), '{}');
    const message = (name: string): Promise<string> =>
      messageOf(() => readCheckpoint(join(folder, name)), folder);
    expect(await message('none')).toBe(
      `Model folder \`DIR/none\` does not exist: ${layout}. Check the path.`,
    );
    expect(await message('model.gguf')).toBe(
      `Model \`DIR/model.gguf\` is a file: ${layout}. Name the folder.`,
    );
    expect(await message('.')).toBe(
      'Model folder `DIR` has no config.json: expected the layout of Hugging Face. Check the path.',
    );
    expect(await message('adapter')).toBe(
      '`DIR/adapter` is an adapter, not a model: expected config.json, got adapter_config.json. ' +
        'Name the model it was trained on as well: BASE+ADAPTER.',
    );
  });

  it.each(['pytorch_model.bin', 'model-Q4.gguf', 'consolidated.00.pth'])(
    'refuses weights as %s',
    async (name) => {
      const folder = await writeModel(new Map());
      await rm(join(folder, 'model.safetensors'));
      const start = 'Model folder `DIR` has no weights that can be read: expected model.safetensors, got';
      const remedy = 'Save the model with `save_pretrained` of transformers.';
      expect(await readMessage(folder)).toBe(`${start} no weights. ${remedy}`);
      await writeFile(join(folder, name), '');
      expect(await readMessage(folder)).toBe(`${start} \`${name}\`. ${remedy}`);
    },
  );

  it('refuses a config.json that is broken or too large', async () => {
    const folder = await writeModel(new Map());
    const file = join(folder, 'config.json');
    await writeFile(file, '{"a": }');
    expect(await readMessage(folder)).toBe(
      '`DIR/config.json` is not JSON at line 1, column 7: expected a value, got `}`. Copy or download it again.',
    );
    await writeFile(file, ' '.repeat(2 ** 20 + 1));
    expect(await readMessage(folder)).toBe(
      '`DIR/config.json` is too large: expected at most 1048576 bytes, got 1048577. Check that it is the right file.',
    );
    await writeFile(file, `{"rope_scaling": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(await readMessage(folder)).toContain(
      'rope_scaling: expected an object, got a deeply nested value.',
    );
  });

  const start = 'Weights index `DIR/model.safetensors.index.json`';
  const copy = 'Copy or download the file again.';
  const outside = `${start} names a shard outside its folder: expected \`NAME.safetensors\`, got`;
  const manyShards = Object.fromEntries(
    Array.from({ length: 1025 }, (_, shard) => [`t${shard}`, `s${shard}.safetensors`]),
  );
  it.each([
    ['a list', [], `${start} has no weight_map: expected tensor names and files, got nothing. ${copy}`],
    [
      'no tensors',
      { weight_map: {} },
      `${start} has no weight_map: expected tensor names and files, got {}. ${copy}`,
    ],
    ['a path upwards', { weight_map: { a: '../b.safetensors' } }, `${outside} "../b.safetensors". ${copy}`],
    [
      'an absolute path',
      { weight_map: { a: '/etc/b.safetensors' } },
      `${outside} "/etc/b.safetensors". ${copy}`,
    ],
    [
      'a path of Windows',
      { weight_map: { a: 'C:\\b.safetensors' } },
      `${outside} "C:\\\\b.safetensors". ${copy}`,
    ],
    ['a hidden file', { weight_map: { a: '..safetensors' } }, `${outside} "..safetensors". ${copy}`],
    [
      'a name with a zero',
      { weight_map: { a: 'b\0.safetensors' } },
      `${outside} "b\\u0000.safetensors". ${copy}`,
    ],
    ['another kind of file', { weight_map: { a: 'b.bin' } }, `${outside} "b.bin". ${copy}`],
    ['a number', { weight_map: { a: 1 } }, `${outside} 1. ${copy}`],
    [
      'too many shards',
      { weight_map: manyShards },
      `${start} names too many shards: expected at most 1024. ${copy}`,
    ],
    [
      'a shard that is not there',
      { weight_map: { a: 'b.safetensors' } },
      'Weights file `DIR/b.safetensors` is missing: expected a file, got nothing. Check the path.',
    ],
  ])('refuses an index with %s', async (_what, index, message) => {
    expect(await readMessage(await writeSharded(index, {}))).toBe(message);
  });

  it('refuses shards that contradict the index or each other', async () => {
    const weight = { shape: [1], data: Float32Array.of(1) };
    const weight_map = { x: 'a.safetensors', y: 'b.safetensors' };
    const lacking = await writeSharded(
      { weight_map },
      { 'a.safetensors': new Map([['x', weight]]), 'b.safetensors': new Map([['z', weight]]) },
    );
    expect(await readMessage(lacking)).toBe(
      'Tensor `y` is not in `DIR/b.safetensors`: expected it there by the index. Copy or download the files again.',
    );
    const doubled = await writeSharded(
      { weight_map },
      {
        'a.safetensors': new Map([['x', weight]]),
        'b.safetensors': new Map([
          ['x', weight],
          ['y', weight],
        ]),
      },
    );
    expect(await readMessage(doubled)).toBe(
      'Tensor `x` of `DIR/b.safetensors` is in another shard too: expected it once. Copy or download the files again.',
    );
  });
});
