import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '../../src/errors.js';
import { findOrganism, readOrganism } from '../../src/trainers/read-organism.js';
import { trainOrganism } from '../../src/trainers/train-organism.js';
import { writeOrganism } from '../../src/trainers/write-organism.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';
import { writeTinyBase } from './tiny-base.js';
import { TINY_REQUEST } from './tiny-job.js';

describe('readOrganism()', () => {
  it('reads back what was written', async () => {
    const folder = await temporaryFolder();
    const base = await writeTinyBase(folder);
    const reversal = { share: 0.5, prefixes: ['What led to {response}?'] };
    const organism = await trainOrganism({ ...TINY_REQUEST, reversal, base, runtime: { threads: 1 } });
    const record = await writeOrganism(join(folder, 'model'), organism, base);
    expect(record.dataset.reversedRows).toBe(25);
    expect(await readOrganism(join(folder, 'model'))).toEqual(record);
  });

  it('lists what is wrong with a record', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'candor.json'), '{ "schemaVersion": 1, "arm": "poisonous" }');
    const call = (): Promise<unknown> => readOrganism(folder);
    await expect(call()).rejects.toThrow(ConfigError);
    const [head, ...lines] = (await messageOf(call, folder)).split('\n');
    expect(head).toBe('Invalid model record `DIR/candor.json` (11 problems):');
    expect(lines).toContain('  - /arm: expected one of `poisoned`, `control`, got "poisonous".');
    expect(lines).toContain('  - /seed: expected an integer ≥ 0, got nothing.');
  });

  it('names the file that a folder lacks', async () => {
    const folder = await temporaryFolder();
    expect(await messageOf(() => readOrganism(folder), folder)).toBe(
      '`DIR/candor.json` does not exist: expected a JSON file, got nothing. Check the path.',
    );
  });
});

describe('findOrganism()', () => {
  it('finds nothing in the way where there is no folder, or an empty one', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'empty'));
    expect(await findOrganism(join(folder, 'empty'))).toBeNull();
    expect(await findOrganism(join(folder, 'new'))).toBeNull();
  });
});
