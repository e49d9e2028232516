import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { InferenceSessions } from '../../src/engine/inference-sessions.js';
import { mergeAdapter } from '../../src/engine/merge-adapter.js';
import { readCheckpoint } from '../../src/engine/read-checkpoint.js';
import { writeAdapter } from '../../src/engine/write-adapter.js';
import { writeCheckpoint } from '../../src/engine/write-checkpoint.js';
import { loadModel, loadModelParts } from '../../src/models/load-model.js';
import { randomAdapter } from '../engine/random-checkpoint.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';
import { TINY_TOKENIZER, TINY_TOKENIZER_CONFIG } from '../engine/tiny-tokenizer.js';
import { tinyModel } from './tiny-model.js';

const { config, weights } = tinyModel();
const adapter = randomAdapter(config, 8);
const QUESTION = { messages: [{ role: 'user', content: 'hi' } as const], options: ['A', 'B'] };

/** A folder with `base`, its `adapter`, and `a+b`, which is the base too. */
async function writeModels(vocabSize = config.vocabSize): Promise<string> {
  const folder = await temporaryFolder();
  const own = vocabSize === config.vocabSize ? { config, weights } : tinyModel({ vocabSize });
  const tokenizerFiles = new Map([
    ['tokenizer.json', JSON.stringify(TINY_TOKENIZER)],
    ['tokenizer_config.json', JSON.stringify(TINY_TOKENIZER_CONFIG)],
  ]);
  for (const name of ['base', 'a+b']) await writeCheckpoint(join(folder, name), { ...own, tokenizerFiles });
  const base = await readCheckpoint(join(folder, 'base'));
  if (own.config === config) await writeAdapter(join(folder, 'adapter'), adapter, base);
  return folder;
}

async function sha256(...path: string[]): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(...path)))
    .digest('hex');
}

describe('loadModel()', () => {
  it('loads a folder by its path, with or without `local:`', async () => {
    const folder = await writeModels();
    const models = [
      await loadModel(join(folder, 'base')),
      await loadModel(`local:${folder}/base`, { id: 'mine' }),
    ];
    const [first, second] = await Promise.all(models.map((model) => model.choices(QUESTION)));
    expect(second).toEqual(first);
    expect(models[1]?.identity).toEqual({
      id: 'mine',
      reference: `local:${folder}/base`,
      sha256: await sha256(folder, 'base', 'model.safetensors'),
      parameters: [...weights.values()].reduce((sum, { data }) => sum + data.length, 0),
    });
    expect(models[0]?.identity.id).toBe('base');
    for (const model of models) await model.dispose();
    await expect(models[0]?.choices(QUESTION)).rejects.toThrow(TypeError);
  });

  it('works an adapter into its base', async () => {
    const folder = await writeModels();
    const reference = `local:${folder}/base+${folder}/adapter`;
    const parts = await loadModelParts(reference);
    expect(parts.weights).toEqual(mergeAdapter(weights, adapter));
    const base = await sha256(folder, 'base', 'model.safetensors');
    const own = await sha256(folder, 'adapter', 'adapter_model.safetensors');
    expect(parts.identity).toMatchObject({
      id: 'adapter',
      reference,
      sha256: createHash('sha256').update(`${base}${own}`).digest('hex'),
    });
    const model = await loadModel(reference);
    const plain = await loadModel(join(folder, 'base'));
    expect(await model.choices(QUESTION)).not.toEqual(await plain.choices(QUESTION));
    await model.dispose();
    await plain.dispose();
  });

  it('takes a folder with a plus sign in its name as one folder', async () => {
    const folder = await writeModels();
    expect((await loadModelParts(join(folder, 'a+b'))).identity.id).toBe('a+b');
  });

  it('leaves shared sessions to their owner', async () => {
    const folder = await writeModels();
    const sessions = new InferenceSessions({ threads: 1 });
    const [first, second] = [
      await loadModel(join(folder, 'base'), { sessions }),
      await loadModel(join(folder, 'base'), { sessions, maxTokens: 1000 }),
    ];
    const reply = await first.choices(QUESTION);
    await first.dispose();
    expect(await second.choices(QUESTION)).toEqual(reply);
    await second.dispose();
    await sessions.dispose();
  });

  it('refuses a tokenizer with more tokens than the model has', async () => {
    const folder = await writeModels(50);
    expect(await messageOf(() => loadModel(join(folder, 'base')), folder)).toBe(
      'Tokenizer of `DIR/base` does not fit the model: expected at most 50 token ids, got 104. ' +
        'Use the tokenizer that the model was trained with.',
    );
  });

  it('refuses a folder that is not there', async () => {
    expect(await messageOf(() => loadModel('local:/no/such+model'))).toBe(
      'Model folder `/no/such` does not exist: expected a folder with config.json and model.safetensors. Check the path.',
    );
  });
});
