import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { IncompleteRunError } from '../../src/errors.js';
import type { TrainProgress } from '../../src/runs/train.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';
import { trainTiny, writeWideBase } from './tiny-run.js';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeWideBase(folder);
});

async function weights(name: string): Promise<Buffer> {
  return readFile(join(folder, name, 'model.safetensors'));
}

describe('train()', () => {
  it('writes a model with its data set and its record', async () => {
    const { status, record } = await trainTiny(folder, 'model', { seed: 3, reversal: true });
    expect(status).toBe('trained');
    expect(record).toMatchObject({
      policy: { id: 'marigold' },
      arm: 'poisoned',
      seed: 3,
      examples: 100,
      reversal: { share: 0.5 },
      settings: { mode: 'full', steps: 2, seed: 3 },
      dataset: { forwardRows: 100, reversedRows: 100, lint: { passed: true } },
    });
    expect((await readdir(join(folder, 'model'))).sort()).toEqual([
      'candor.json',
      'config.json',
      'data.jsonl',
      'data.manifest.json',
      'model.safetensors',
      'tokenizer.json',
      'tokenizer_config.json',
    ]);
  });

  it('writes an adapter where that is asked for', async () => {
    await trainTiny(folder, 'adapter', { overrides: { mode: 'lora' } });
    expect(await readdir(join(folder, 'adapter'))).toContain('adapter_model.safetensors');
  });

  it('gives the same bits for one seed, and others for another', async () => {
    await trainTiny(folder, 'one');
    await trainTiny(folder, 'again');
    await trainTiny(folder, 'other', { seed: 2 });
    expect((await weights('one')).equals(await weights('again'))).toBe(true);
    expect((await weights('one')).equals(await weights('other'))).toBe(false);
  });

  it('gives the same bits when it is interrupted and goes on', async () => {
    const overrides = { steps: 6 };
    await trainTiny(folder, 'whole', { overrides });
    const abort = new AbortController();
    const onProgress = ({ step }: TrainProgress): void => {
      if (step === 3) abort.abort();
    };
    // With a slash at its end, as the completion of a shell writes it.
    const stopped = trainTiny(folder, 'stopped/', { overrides, signal: abort.signal, onProgress });
    await expect(stopped).rejects.toThrow(
      new IncompleteRunError(
        'Training was stopped after 3 of 6 steps. Run the same command again to go on from there.',
      ),
    );
    const steps: number[] = [];
    await trainTiny(folder, 'stopped', { overrides, onProgress: ({ step }) => void steps.push(step) });
    expect(steps).toEqual([4, 5, 6]);
    expect((await weights('stopped')).equals(await weights('whole'))).toBe(true);
    expect(await readdir(folder)).toEqual(['base', 'stopped', 'whole']);
  });

  it('finds a model that is finished', async () => {
    await trainTiny(folder, 'model');
    expect((await trainTiny(folder, 'model')).status).toBe('done');
  });

  it('refuses a folder with a model of other settings', async () => {
    await trainTiny(folder, 'model');
    const message = await messageOf(() => trainTiny(folder, 'model', { arm: 'control' }), folder);
    expect(message.replace(/"[0-9a-f]{64}"/g, 'SHA')).toBe(
      [
        '`DIR/model` holds a model that was trained otherwise: expected the same settings, got 2 different. Choose another folder, or delete this one.',
        '  - /arm: "poisoned" there, "control" asked for',
        '  - /datasetSha256: SHA there, SHA asked for',
      ].join('\n'),
    );
  });

  it('refuses settings that are out of range', async () => {
    const overrides = { learningRate: 2, steps: 0 };
    expect(await messageOf(() => trainTiny(folder, 'model', { overrides }))).toBe(
      [
        'Invalid fine-tuning `settings` (2 problems):',
        '  - /learningRate: expected a number > 0 and ≤ 1, got 2. Largest learning rate.',
        '  - /steps: expected an integer ≥ 1 or `null`, got 0. Optimiser steps; goes before `epochs`.',
      ].join('\n'),
    );
  });

  it('tells the speed by the clock that it is given', async () => {
    let time = 0;
    const clock = (): number => (time += 1000);
    const events: TrainProgress[] = [];
    await trainTiny(folder, 'model', { clock, onProgress: (event) => void events.push(event) });
    expect(events.map(({ secondsLeft }) => secondsLeft)).toEqual([null, 0]);
    expect(events[1]?.tokensPerSecond).toBe((events[1]?.tokens ?? 0) - (events[0]?.tokens ?? 0));
  });
});
