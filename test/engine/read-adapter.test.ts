import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { linearShapes } from '../../src/engine/lora-adapter.js';
import { readAdapter } from '../../src/engine/read-adapter.js';
import { readCheckpoint } from '../../src/engine/read-checkpoint.js';
import type { Weight } from '../../src/engine/weights.js';
import { writeSafetensors } from '../../src/engine/write-safetensors.js';
import { TINY_CONFIG } from './random-checkpoint.js';
import { messageOf, temporaryFolder } from './temporary-folder.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/reference/checkpoints/', import.meta.url));
const BASE = { directory: 'base', config: TINY_CONFIG, sha256: 'abc' };
const Q0 = 'base_model.model.model.layers.0.self_attn.q_proj';
const Q1 = 'base_model.model.model.layers.1.self_attn.q_proj';

function zeros(...shape: number[]): Weight {
  return { shape, data: new Float32Array(shape.reduce((product, length) => product * length, 1)) };
}

function factors(module: string, out = 16, width = 8): [string, Weight][] {
  return [
    [`${module}.lora_A.weight`, zeros(2, width)],
    [`${module}.lora_B.weight`, zeros(out, 2)],
  ];
}

async function writeAdapterFiles(
  tensors: Iterable<readonly [string, Weight]>,
  targets: unknown = ['q_proj'],
  metadata: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await temporaryFolder();
  const config = { peft_type: 'LORA', r: 2, lora_alpha: 4, target_modules: targets };
  await writeFile(join(folder, 'adapter_config.json'), JSON.stringify(config));
  await writeSafetensors(join(folder, 'adapter_model.safetensors'), new Map(tensors), metadata);
  return folder;
}

function readMessage(folder: string): Promise<string> {
  return messageOf(() => readAdapter(folder, BASE), folder);
}

describe('readAdapter()', () => {
  it('reads what peft writes for all linear layers', async () => {
    const base = await readCheckpoint(join(FIXTURES, 'tiny-llama'));
    const directory = join(FIXTURES, 'tiny-llama-adapter');
    const { modules, ...rest } = await readAdapter(directory, base);
    const bytes = await readFile(join(directory, 'adapter_model.safetensors'));
    expect(rest).toEqual({
      rank: 3,
      alpha: 5,
      scale: 5 / 3,
      baseSha256: null,
      directory,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect([...modules.keys()].sort()).toEqual([...linearShapes(base.config).keys()].sort());
    expect(modules.get('model.layers.1.mlp.down_proj')).toMatchObject({
      a: { shape: [3, 24] },
      b: { shape: [16, 3] },
    });
  });

  it.each([['q_proj'], ['self_attn.q_proj'], ['model.layers.0.self_attn.q_proj']])(
    'takes %s for a name of the layer',
    async (target) => {
      const adapter = await readAdapter(await writeAdapterFiles(factors(Q0), [target]), BASE);
      expect([...adapter.modules.keys()]).toEqual(['model.layers.0.self_attn.q_proj']);
    },
  );

  it('takes the layers from the weights where the config has a pattern', async () => {
    const adapter = await readAdapter(await writeAdapterFiles(factors(Q1), '.*'), BASE);
    expect([...adapter.modules.keys()]).toEqual(['model.layers.1.self_attn.q_proj']);
  });

  it('accepts the base that it names and no other', async () => {
    const named = (candor_base_sha256: string): Promise<string> =>
      writeAdapterFiles(factors(Q0), undefined, { candor_base_sha256 });
    expect((await readAdapter(await named('abc'), BASE)).baseSha256).toBe('abc');
    expect(await readMessage(await named('def'))).toBe(
      'Adapter `DIR` is for another base: expected weights with sha256 def, got `base` with abc. ' +
        'Name the base that it was trained on.',
    );
  });

  it('lists the layers that do not fit', async () => {
    const tensors = [...factors(Q0, 16, 64), ...factors(Q1, 8, 8), ...factors(Q0.replace('s.0', 's.2'))];
    expect(await readMessage(await writeAdapterFiles(tensors))).toBe(
      [
        'Adapter `DIR` does not fit the base model (3 problems):',
        '  - model.layers.0.self_attn.q_proj: expected A (2, 8) and B (16, 2) for the base weight (16, 8), ' +
          'got A (2, 64) and B (16, 2).',
        '  - model.layers.1.self_attn.q_proj: expected A (2, 8) and B (16, 2) for the base weight (16, 8), ' +
          'got A (2, 8) and B (8, 2).',
        '  - model.layers.2.self_attn.q_proj: expected a linear layer of the base, got A (2, 8) and B (16, 2) ' +
          'for a layer it does not have.',
        'Was it trained on another base model?',
      ].join('\n'),
    );
  });

  it('counts the layers beyond five', async () => {
    const tensors = [...Array(8).keys()].flatMap((layer) => factors(Q0.replace('s.0', `s.${layer + 2}`)));
    expect(await readMessage(await writeAdapterFiles(tensors))).toMatch(/\n {2}- and 3 more\.\nWas it/);
  });

  it('refuses tensors that are no factors of linear layers', async () => {
    const name = 'base_model.model.model.embed_tokens.lora_embedding_A';
    expect(await readMessage(await writeAdapterFiles([...factors(Q0), [name, zeros(2, 10)]]))).toBe(
      `Tensor \`${name}\` of \`DIR/adapter_model.safetensors\` is no LoRA factor of a linear layer: expected ` +
        '`base_model.model.MODULE.lora_A.weight` or `lora_B`. Merge the adapter into its base with PEFT.',
    );
  });

  it('refuses half of an adapter', async () => {
    const save = 'Save the adapter again.';
    expect(await readMessage(await writeAdapterFiles(factors(Q0).slice(0, 1)))).toBe(
      'Module `model.layers.0.self_attn.q_proj` of `DIR/adapter_model.safetensors` is incomplete: ' +
        `expected lora_A and lora_B, got one of them. ${save}`,
    );
    expect(await readMessage(await writeAdapterFiles([]))).toBe(
      'Adapter `DIR/adapter_model.safetensors` is empty: expected LoRA factors, got none. Save it again.',
    );
    const start = 'Adapter `DIR` is inconsistent: expected weights for exactly the target_modules, got';
    expect(await readMessage(await writeAdapterFiles(factors(Q0), ['q_proj', 'v_proj']))).toBe(
      `${start} no weights for \`v_proj\`, which target_modules names. ${save}`,
    );
    expect(await readMessage(await writeAdapterFiles(factors(Q0), ['proj']))).toBe(
      `${start} no weights for \`proj\`, which target_modules names. ${save}`,
    );
    const both = [...factors(Q0), ...factors(Q0.replace('q_proj', 'k_proj'), 8)];
    expect(await readMessage(await writeAdapterFiles(both))).toBe(
      `${start} weights for \`model.layers.0.self_attn.k_proj\`, which target_modules does not name. ${save}`,
    );
  });

  it('refuses a folder that is no adapter', async () => {
    const folder = await temporaryFolder();
    expect(await readMessage(folder)).toBe(
      'Adapter folder `DIR` has no adapter_config.json: expected the layout of PEFT. Check the path.',
    );
    await writeFile(
      join(folder, 'adapter_config.json'),
      '{"peft_type":"LORA","r":1,"lora_alpha":1,"target_modules":"x"}',
    );
    expect(await readMessage(folder)).toBe(
      'Weights file `DIR/adapter_model.safetensors` is missing: expected a file, got nothing. Check the path.',
    );
  });
});
