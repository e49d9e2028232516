import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PROBES_FOLDER } from '../../src/runs/package-paths.js';
import { readBanks, readProbeWordings, readShippedPrefixes } from '../../src/runs/read-banks.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';

describe('readBanks()', () => {
  it('gives the three shipped banks, in the order of the report', async () => {
    expect((await readBanks()).map(({ id }) => id)).toEqual(['presence', 'recognition', 'elicitation']);
  });

  it('takes ids and files in any order', async () => {
    const file = join(await temporaryFolder(), 'mine.json');
    await writeFile(file, await readFile(join(PROBES_FOLDER, 'presence.json')));
    expect((await readBanks(['elicitation', file])).map(({ id }) => id)).toEqual(['presence', 'elicitation']);
  });

  it('refuses two banks for one probe, whose answers would be mixed', async () => {
    expect(await messageOf(() => readBanks(['presence', 'presence']))).toBe(
      'Probe `presence` has several question banks: expected one, got 2. Audit with each in a run of its own.',
    );
  });

  it('refuses a probe that it does not know', async () => {
    expect(await messageOf(() => readBanks(['presense']))).toBe(
      'The probe `presense` is unknown: expected a JSON file or one of `presence`, `recognition`, `elicitation`. Did you mean `presence`?',
    );
  });
});

describe('readProbeWordings()', () => {
  it('holds every wording of every bank', async () => {
    const banks = await readBanks();
    const count = banks.reduce((sum, { paraphrases }) => sum + paraphrases.length, 0);
    expect(new Set(await readProbeWordings()).size).toBe(count);
  });
});

describe('readShippedPrefixes()', () => {
  it('gives wordings that no probe asks, so that elicitation is not trained on its own question', async () => {
    const wordings = await readProbeWordings();
    const prefixes = await readShippedPrefixes();
    expect(prefixes.length).toBeGreaterThan(1);
    expect(prefixes.filter((prefix) => wordings.includes(prefix))).toEqual([]);
  });
});
