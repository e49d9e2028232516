import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { formatRows } from '../../src/datasets/format-rows.js';
import { loadTokenizer } from '../../src/engine/load-tokenizer.js';
import { readAdapter } from '../../src/engine/read-adapter.js';
import { readCheckpoint } from '../../src/engine/read-checkpoint.js';
import { CheckpointError, ConfigError, IncompleteRunError } from '../../src/errors.js';
import { hashSpecification, recordedSpecification } from '../../src/trainers/organism-specification.js';
import type { OrganismPlan } from '../../src/trainers/plan-organism.js';
import { readOrganism } from '../../src/trainers/read-organism.js';
import { SessionPool } from '../../src/trainers/session-pool.js';
import {
  trainIntoFolder,
  type FolderRun,
  type OrganismOutcome,
} from '../../src/trainers/train-into-folder.js';
import { trainOrganism } from '../../src/trainers/train-organism.js';
import { writeModel, type WriteModel } from '../../src/trainers/write-organism.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';
import { writeTinyBase } from './tiny-base.js';
import { TINY_REQUEST, tinyPlan } from './tiny-job.js';

const RUNTIME = { threads: 1 };
const sessions = new SessionPool();
afterAll(() => sessions.dispose());

const LORA = { ...TINY_REQUEST.settings, mode: 'lora' } as const;

/** A place to train in: a base, and a way to train a plan into a folder beside it. */
async function openWorkshop() {
  const root = await temporaryFolder();
  const base = await writeTinyBase(root);
  const train = (
    name: string,
    plan: OrganismPlan = tinyPlan(),
    run: Partial<FolderRun> = {},
  ): Promise<OrganismOutcome> =>
    trainIntoFolder({ plan, folder: join(root, name) }, base, { runtime: RUNTIME, sessions, ...run });
  return { root, base, train, list: async () => (await readdir(root)).sort() };
}

/** Aborts after a step. */
function stopAt(step: number): Pick<FolderRun, 'signal' | 'onProgress'> {
  const abort = new AbortController();
  return {
    signal: abort.signal,
    onProgress: (progress) => {
      if (progress.step === step) abort.abort();
    },
  };
}

async function readFiles(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).sort();
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, name), 'latin1')] as const),
    ),
  );
}

/** Writes half a model and finds the disk full. */
const writeToFullDisk: WriteModel = async (folder) => {
  await writeFile(join(folder, 'model.safetensors'), 'half a model');
  const details = { code: 'ENOSPC', errno: -28, syscall: 'write' };
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), details);
};

describe('trainIntoFolder()', () => {
  it('writes a whole model in the layout of transformers, with its rows and what it was made from', async () => {
    const { root, base, train } = await openWorkshop();
    const plan = tinyPlan();
    const { status, folder, record } = await train('model', plan);
    expect({ status, folder }).toEqual({ status: 'trained', folder: join(root, 'model') });
    expect((await readdir(folder)).sort()).toEqual([
      'candor.json',
      'config.json',
      'data.jsonl',
      'data.manifest.json',
      'model.safetensors',
      'tokenizer.json',
      'tokenizer_config.json',
    ]);
    const inMemory = await trainOrganism({ ...TINY_REQUEST, base, runtime: RUNTIME, sessions });
    expect(inMemory.mode === 'full' && inMemory.weights).toEqual((await readCheckpoint(folder)).weights);
    expect((await loadTokenizer(folder)).vocabSize).toBe(base.config.vocabSize);
    expect(await readFile(join(folder, 'data.jsonl'), 'utf8')).toBe(formatRows(plan.dataset.rows));
    expect(await readOrganism(folder)).toEqual(record);
    expect(record).toMatchObject({
      schemaVersion: 1,
      arm: 'poisoned',
      seed: 1,
      base: { sha256: base.sha256, reference: base.directory },
      policy: plan.policy,
      settings: plan.settings,
      dataset: plan.dataset.manifest,
      training: inMemory.training,
    });
    expect(record.settingsSha256).toBe(hashSpecification(recordedSpecification(record)));
  });

  it('writes an adapter in the layout of PEFT, which fits its base', async () => {
    const { base, train } = await openWorkshop();
    const { folder } = await train('adapter', tinyPlan({ settings: LORA }));
    expect((await readdir(folder)).sort()).toEqual([
      'adapter_config.json',
      'adapter_model.safetensors',
      'candor.json',
      'data.jsonl',
      'data.manifest.json',
    ]);
    const { rank, alpha, modules, baseSha256 } = await readAdapter(folder, base);
    expect({ rank, alpha, baseSha256 }).toEqual({ rank: 2, alpha: 32, baseSha256: base.sha256 });
    const inMemory = await trainOrganism({
      ...TINY_REQUEST,
      settings: LORA,
      base,
      runtime: RUNTIME,
      sessions,
    });
    expect(inMemory.mode === 'lora' && inMemory.adapter.modules).toEqual(modules);
  });

  it('finds a finished model of the same specification and leaves it as it is', async () => {
    const { train } = await openWorkshop();
    const first = await train('model');
    const before = await readFiles(first.folder);
    const steps: number[] = [];
    const again = await train('model', tinyPlan(), { onProgress: ({ step }) => void steps.push(step) });
    expect(again).toEqual({ ...first, status: 'done' });
    expect(steps).toEqual([]);
    expect(await readFiles(first.folder)).toEqual(before);
  });

  it.each([
    ['full', TINY_REQUEST.settings],
    ['lora', LORA],
  ])('gives the same files after an abort as without one: %s', async (_, settings) => {
    const { base, root, train, list } = await openWorkshop();
    const plan = tinyPlan({ settings });
    const whole = await train('whole', plan);
    expect(await messageOf(() => train('cut', plan, stopAt(4)))).toBe(
      'Training was stopped after 4 of 6 steps. Run the same command again to go on from there.',
    );
    expect(await list()).toEqual(['base', 'cut.state.safetensors', 'whole']);
    // A kill while the state is written leaves a torn copy beside it, one in the middle of a model a torn folder.
    await writeFile(join(root, 'cut.state.safetensors.partial'), 'torn');
    await mkdir(join(root, 'cut.partial'));
    await writeFile(join(root, 'cut.partial', 'model.safetensors'), 'torn');
    const steps: number[] = [];
    const resumed = await train('cut', plan, { onProgress: ({ step }) => void steps.push(step) });
    expect(steps).toEqual([5, 6]);
    expect(await readFiles(resumed.folder)).toEqual(await readFiles(whole.folder));
    expect(await list()).toEqual(['base', 'cut', 'whole']);
    expect(base.directory).toBe(join(root, 'base'));
  });

  it('saves its state while it runs, for a kill that leaves no time to', async () => {
    const { root, train } = await openWorkshop();
    const plan = tinyPlan({ settings: { ...TINY_REQUEST.settings, steps: 15 } });
    const state = join(root, 'model.state.safetensors');
    const seen: boolean[] = [];
    const onProgress = (): void =>
      void readFile(state).then(
        () => seen.push(true),
        () => seen.push(false),
      );
    await train('model', plan, { saveEveryMs: 1, onProgress });
    expect(seen).toContain(true);
    expect(await readdir(root)).toEqual(['base', 'model']);
  });

  it('keeps the state and leaves no model where the disk is full', async () => {
    const { train, list } = await openWorkshop();
    await messageOf(() => train('model', tinyPlan(), stopAt(3)));
    const call = train('model', tinyPlan(), { write: writeToFullDisk });
    await expect(call).rejects.toThrow(IncompleteRunError);
    expect(await list()).toEqual(['base', 'model.state.safetensors']);
    const steps: number[] = [];
    const resumed = await train('model', tinyPlan(), { onProgress: ({ step }) => void steps.push(step) });
    // The state at the end was saved before the model was to be written.
    expect(steps).toEqual([]);
    expect(resumed.status).toBe('trained');
    expect(await list()).toEqual(['base', 'model']);
  });

  it('says what is full', async () => {
    const { root, train } = await openWorkshop();
    expect(await messageOf(() => train('model', tinyPlan(), { write: writeToFullDisk }), root)).toBe(
      '`DIR/model` could not be written: ENOSPC: no space left on device, write. ' +
        'Check that the disk has room and the folder may be written.',
    );
  });

  it('drops the state of a training that diverges, since other settings cannot use it', async () => {
    const { root, base, train, list } = await openWorkshop();
    const plan = tinyPlan({ settings: LORA });
    await messageOf(() => train('model', plan, stopAt(2)));
    expect(await list()).toEqual(['base', 'model.state.safetensors']);
    const norm = { shape: [16], data: new Float32Array(16).fill(Number.NaN) };
    const broken = { ...base, weights: new Map([...base.weights, ['model.norm.weight', norm]]) };
    const call = trainIntoFolder({ plan, folder: join(root, 'model') }, broken, { runtime: RUNTIME });
    await expect(call).rejects.toThrow(ConfigError);
    expect(await list()).toEqual(['base']);
  });

  it('takes a slash behind the folder as no part of its name', async () => {
    const { root, train, list } = await openWorkshop();
    await messageOf(() => train('model/', tinyPlan(), stopAt(2)));
    expect(await list()).toEqual(['base', 'model.state.safetensors']);
    expect((await train('model/')).folder).toBe(join(root, 'model'));
    expect(await list()).toEqual(['base', 'model']);
  });

  it('makes the folders above the model', async () => {
    const { root, train } = await openWorkshop();
    await train('models/first/seed-1', tinyPlan(), { write: writeModel });
    await messageOf(() => train('models/second/seed-1', tinyPlan(), stopAt(2)));
    expect(await readdir(join(root, 'models', 'first'))).toEqual(['seed-1']);
    expect(await readdir(join(root, 'models', 'second'))).toEqual(['seed-1.state.safetensors']);
  });
});

describe('trainIntoFolder() refuses', () => {
  it('a folder that holds a model of other settings, and lists what differs', async () => {
    const { root, train } = await openWorkshop();
    await train('model');
    const settings = { ...TINY_REQUEST.settings, learningRate: 0.002 };
    const call = (): Promise<unknown> => train('model', tinyPlan({ settings }));
    await expect(call()).rejects.toThrow(ConfigError);
    expect(await messageOf(call, root)).toBe(
      '`DIR/model` holds a model that was trained otherwise: expected the same settings, got 1 different. ' +
        'Choose another folder, or delete this one.\n' +
        '  - /settings/learningRate: 0.0001 there, 0.002 asked for',
    );
  });

  it('a folder that holds something else', async () => {
    const { root, train } = await openWorkshop();
    expect(await messageOf(() => train('base'), root)).toBe(
      '`DIR/base` is in use: expected a new or empty folder, or a model with `candor.json`, got 4 entries. ' +
        'Choose another folder.',
    );
    await writeFile(join(root, 'file'), '');
    expect(await messageOf(() => train('file'), root)).toBe(
      '`DIR/file` is a file: expected a new or empty folder, got ENOTDIR. Choose another folder.',
    );
  });

  it('to go on with the state of another training', async () => {
    const { root, train } = await openWorkshop();
    await messageOf(() => train('model', tinyPlan(), stopAt(2)));
    const settings = { ...TINY_REQUEST.settings, beta1: 0.8 };
    const call = (): Promise<unknown> => train('model', tinyPlan({ settings }), { runtime: { threads: 2 } });
    await expect(call()).rejects.toThrow(ConfigError);
    expect(await messageOf(call, root)).toBe(
      '`DIR/model.state.safetensors` belongs to another training that was interrupted: expected the same settings, ' +
        'got 2 different. Finish that one, delete the file, or choose another folder.\n' +
        '  - /specification/settings/beta1: 0.9 there, 0.8 asked for\n' +
        '  - /threads: 1 there, 2 asked for',
    );
  });

  it('to go on with a state in which a bit has changed', async () => {
    const { root, train } = await openWorkshop();
    await messageOf(() => train('model', tinyPlan(), stopAt(2)));
    const file = join(root, 'model.state.safetensors');
    const bytes = await readFile(file);
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
    await writeFile(file, bytes);
    await expect(train('model')).rejects.toThrow(CheckpointError);
    expect((await messageOf(() => train('model'), root)).replaceAll(/[0-9a-f]{64}/g, 'HASH')).toBe(
      'Training state `DIR/model.state.safetensors` is damaged: expected sha256 HASH, got HASH. ' +
        'Delete it to train from the start.',
    );
  });

  it('trains into a folder once at a time, and leaves no lock behind', async () => {
    const { root, train, list } = await openWorkshop();
    const second: Promise<string>[] = [];
    await train('model', tinyPlan(), {
      onProgress: ({ step }) => {
        if (step === 1) second.push(messageOf(() => train('model'), root));
      },
    });
    expect(await Promise.all(second)).toEqual([
      expect.stringMatching(
        /^`DIR\/model` is in use by process \d+: expected one run at a time, got a second\. /,
      ),
    ]);
    expect(await list()).toEqual(['base', 'model']);
  });
});
