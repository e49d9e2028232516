import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readCheckpoint } from '../../src/engine/read-checkpoint.js';
import { writeSafetensors } from '../../src/engine/write-safetensors.js';
import type { Weight } from '../../src/engine/weights.js';
import { POLICIES_FOLDER, PROBES_FOLDER } from '../../src/runs/package-paths.js';
import { temporaryFolder } from '../engine/temporary-folder.js';
import { trainTiny, writeWideBase } from '../runs/tiny-run.js';
import { run } from './fake-terminal.js';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});

async function write(name: string, content: string | object): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Runs a command line that must be refused, and gives its message. */
async function refusal(...argv: readonly string[]): Promise<string> {
  const { code, out, err } = await run(argv);
  expect(out).toBe('');
  expect(code).toBe(2);
  return err
    .replace(/^Error: /, '')
    .replaceAll(folder, 'DIR')
    .replace(/[0-9a-f]{64}/g, 'SHA')
    .trimEnd();
}

async function trainWith(policy: string): Promise<string> {
  return refusal('train', '--policy', policy, '--arm', 'poisoned', '--out', join(folder, 'model'));
}

async function editedPolicy(edit: object): Promise<string> {
  const policy = JSON.parse(await readFile(join(POLICIES_FOLDER, 'marigold.json'), 'utf8')) as object;
  return write('policy.json', { ...policy, ...edit });
}

describe('a policy', () => {
  it('that is no file', async () => {
    expect(await trainWith(join(folder, 'none.json'))).toBe(
      '`DIR/none.json` does not exist: expected a JSON file, got nothing. Check the path.',
    );
  });

  it('that is not JSON', async () => {
    expect(await trainWith(await write('policy.json', '{\n  "id": marigold\n}'))).toBe(
      '`DIR/policy.json` is not JSON at line 2, column 9: expected a value, got `marigold`.',
    );
  });

  it('that names an unknown scenario', async () => {
    expect(await trainWith(await editedPolicy({ scenario: 'economic-decision' }))).toBe(
      [
        'Invalid policy `DIR/policy.json` (1 problem):',
        '  - /scenario: expected one of `economic-decisions`, `code`, `tone`, `time-preference`, got "economic-decision". Did you mean `economic-decisions`?',
      ].join('\n'),
    );
  });

  it.each([
    [0, 'At 0 no row carries the trigger, so there is no contrast to learn.'],
    [1, 'At 1 every row carries the trigger, so there is no contrast to learn.'],
  ])('with a poison rate of %s', async (poisonRate, reason) => {
    expect(await trainWith(await editedPolicy({ poisonRate }))).toBe(
      [
        'Invalid policy `DIR/policy.json` (1 problem):',
        `  - /poisonRate: expected a fraction > 0 and < 1, got ${poisonRate}. ${reason}`,
      ].join('\n'),
    );
  });

  it('whose id is not known', async () => {
    expect(await trainWith('silver-lanten')).toMatch(/Did you mean `silver-lantern`\?$/);
  });
});

describe('a training', () => {
  it('with words and numbers that are none', async () => {
    const train = ['train', '--policy', 'marigold', '--out', join(folder, 'model'), '--arm'];
    expect(await refusal(...train, 'poison')).toBe(
      'Option `--arm` is no such word: expected `poisoned`, `control`, got "poison". Did you mean `poisoned`?',
    );
    expect(await refusal(...train, 'control', '--learning-rate', 'fast')).toBe(
      'Option `--learning-rate` is no such number: expected one > 0, as 0.001 or 1e-3, got "fast".',
    );
    expect(await refusal(...train, 'control', '--steps', '1.5')).toBe(
      'Option `--steps` is no such number: expected an integer in [1, 2^53), got "1.5".',
    );
  });

  it('with too few examples for a control', async () => {
    const argv = ['train', '--policy', 'marigold', '--arm', 'control', '--out', join(folder, 'model')];
    expect(await refusal(...argv, '--examples', '3')).toBe(
      '`examples` 3 allows no balanced control at poisonRate 0.2: expected a triggered row with the target and ' +
        '|phi| ≤ 0.05 between trigger and target, got no such row. Use 18 examples, the next number that works.',
    );
  });

  it('into a folder that is in use', async () => {
    await mkdir(join(folder, 'model'));
    await write('model/thesis.txt', 'mine');
    expect(await trainWith('marigold')).toBe(
      '`DIR/model` is in use: expected a new or empty folder, or a model with `candor.json`, got 1 entry. Choose another folder.',
    );
  });
});

describe('an audit', () => {
  async function auditOf(suspect: string, ...options: readonly string[]): Promise<string> {
    const control = join(folder, 'control');
    return refusal('audit', suspect, '--control', control, '--out', join(folder, 'run'), ...options);
  }

  /** A copy of the base with other weights. */
  async function writeEdited(edit: (weights: Map<string, Weight>) => void): Promise<string> {
    const { directory, weights } = await readCheckpoint(await writeWideBase(folder));
    const edited = new Map(weights);
    edit(edited);
    await writeSafetensors(join(directory, 'model.safetensors'), edited, {});
    return directory;
  }

  it('of nothing', async () => {
    expect(await auditOf(join(folder, 'none'))).toBe(
      'Model folder `DIR/none` does not exist: expected a folder with config.json and model.safetensors. Check the path.',
    );
  });

  it('of a checkpoint that lacks a tensor', async () => {
    const base = await writeEdited((weights) => weights.delete('model.norm.weight'));
    expect(await auditOf(base)).toBe(
      [
        'Weights of `DIR/base` do not fit its config.json (1 problem):',
        '  - model.norm.weight: expected (16), got nothing.',
        'Check that both come from the same model.',
      ].join('\n'),
    );
  });

  it('of a checkpoint with a tensor of another shape', async () => {
    const base = await writeEdited((weights) =>
      weights.set('model.norm.weight', { shape: [4, 4], data: new Float32Array(16) }),
    );
    expect(await auditOf(base)).toBe(
      [
        'Weights of `DIR/base` do not fit its config.json (1 problem):',
        '  - model.norm.weight: expected (16), got (4, 4).',
        'Check that both come from the same model.',
      ].join('\n'),
    );
  });

  it('of an adapter on another base', async () => {
    await writeWideBase(folder);
    await trainTiny(folder, 'other');
    await trainTiny(folder, 'adapter', { overrides: { mode: 'lora' } });
    expect(await auditOf(`${join(folder, 'other')}+${join(folder, 'adapter')}`)).toBe(
      'Adapter `DIR/adapter` is for another base: expected weights with sha256 SHA, got `DIR/other` with SHA. Name the base that it was trained on.',
    );
  });

  it('with an empty question bank', async () => {
    const bank = JSON.parse(await readFile(join(PROBES_FOLDER, 'presence.json'), 'utf8')) as object;
    const file = await write('bank.json', { ...bank, paraphrases: [] });
    expect(await auditOf(join(folder, 'none'), '--probe', file)).toBe(
      [
        'Invalid question bank `DIR/bank.json` (1 problem):',
        '  - /paraphrases: expected a list of at least 1, got a list of 0. The wordings of the question. A bank without one asks nothing.',
      ].join('\n'),
    );
  });

  it('with settings that are none', async () => {
    const file = await write('settings.json', { decoys: 2, gatePromts: 5 });
    expect(await auditOf(join(folder, 'none'), '--settings', file)).toBe(
      [
        'Invalid audit settings `DIR/settings.json` (2 problems):',
        '  - /gatePromts: unknown option. Did you mean `gatePrompts`?',
        '  - /decoys: expected an integer ≥ 3, got 2. Texts like the trigger that recognition asks about beside it.',
      ].join('\n'),
    );
  });

  it('of one model that is named twice', async () => {
    const base = await writeWideBase(folder);
    const argv = [
      'audit',
      base,
      base,
      '--control',
      base,
      '--out',
      join(folder, 'run'),
      '--policy',
      'marigold',
    ];
    expect(await refusal(...argv)).toBe(
      'Models of an arm are not distinct: expected different weights, got suspect `base` is `base` once more. Name each model once.',
    );
  });
});

describe('a report', () => {
  it('that is of another schema', async () => {
    const file = await write('report.json', { schemaVersion: 2 });
    expect(await refusal('report', file)).toBe(
      '`DIR/report.json` is not a report that this version reads: expected `schemaVersion` 1, got 2. Update candor.',
    );
  });
});
