import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { LoraAdapter } from '../../src/engine/lora-adapter.js';
import { readAdapter } from '../../src/engine/read-adapter.js';
import { writeAdapter } from '../../src/engine/write-adapter.js';
import { randomAdapter, TINY_CONFIG } from './random-checkpoint.js';
import { messageOf, temporaryFolder } from './temporary-folder.js';

const BASE = { directory: 'base', config: TINY_CONFIG, sha256: 'abc' };

async function targetsOf(adapter: LoraAdapter): Promise<unknown> {
  const directory = join(await temporaryFolder(), 'adapter');
  await writeAdapter(directory, adapter, BASE);
  const json: unknown = JSON.parse(await readFile(join(directory, 'adapter_config.json'), 'utf8'));
  return (json as { target_modules: unknown }).target_modules;
}

describe('writeAdapter()', () => {
  it('writes what readAdapter reads', async () => {
    const folder = await temporaryFolder();
    const directory = join(folder, 'adapter');
    const adapter = randomAdapter(TINY_CONFIG, 1);
    await writeAdapter(directory, adapter, BASE);
    expect(await readdir(folder)).toEqual(['adapter']);
    const read = await readAdapter(directory, BASE);
    expect(read).toMatchObject({ rank: 2, alpha: 4, scale: 2, baseSha256: 'abc' });
    expect(new Map(read.modules)).toEqual(adapter.modules);
  });

  it('writes a config that peft reads', async () => {
    const directory = join(await temporaryFolder(), 'adapter');
    await writeAdapter(directory, randomAdapter(TINY_CONFIG, 1, 'q_proj'), BASE);
    expect(JSON.parse(await readFile(join(directory, 'adapter_config.json'), 'utf8'))).toEqual({
      peft_type: 'LORA',
      task_type: 'CAUSAL_LM',
      base_model_name_or_path: 'base',
      r: 2,
      lora_alpha: 4,
      use_rslora: false,
      target_modules: ['q_proj'],
      lora_dropout: 0,
      bias: 'none',
      fan_in_fan_out: false,
      init_lora_weights: true,
      inference_mode: true,
    });
  });

  it('keeps a rank-stabilised scale', async () => {
    const directory = join(await temporaryFolder(), 'adapter');
    const scale = 4 / Math.sqrt(2);
    await writeAdapter(directory, { ...randomAdapter(TINY_CONFIG, 1), scale }, BASE);
    expect((await readAdapter(directory, BASE)).scale).toBe(scale);
  });

  it('names whole layers where not every layer of a kind has factors', async () => {
    expect(await targetsOf(randomAdapter(TINY_CONFIG, 1, '0.mlp.up_proj'))).toEqual([
      'model.layers.0.mlp.up_proj',
    ]);
    expect(await targetsOf(randomAdapter(TINY_CONFIG, 1, 'up_proj'))).toEqual(['up_proj']);
  });

  it('refuses an adapter of another base, and a scale that the layout cannot say', async () => {
    const folder = await temporaryFolder();
    const write = (changes: Partial<LoraAdapter>, config = TINY_CONFIG): Promise<void> =>
      writeAdapter(join(folder, 'a'), { ...randomAdapter(config, 1, '0.mlp.up_proj'), ...changes }, BASE);
    expect(await messageOf(() => write({ scale: 3 }))).toBe(
      'Expected `scale` to be alpha / rank (2) or alpha / sqrt(rank), got 3.',
    );
    expect(await messageOf(() => write({}, { ...TINY_CONFIG, width: 10 }), folder)).toBe(
      'Adapter `DIR/a` does not fit the base model (1 problem):\n' +
        '  - model.layers.0.mlp.up_proj: expected A (2, 8) and B (6, 2) for the base weight (6, 8), ' +
        'got A (2, 10) and B (6, 2).\nWas it trained on another base model?',
    );
    expect(await readdir(folder)).toEqual([]);
  });
});
