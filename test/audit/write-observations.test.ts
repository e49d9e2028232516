import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { readObservations } from '../../src/audit/read-observations.js';
import { runAudit } from '../../src/audit/run-audit.js';
import { openObservationFile } from '../../src/audit/write-observations.js';
import { ConfigError, IncompleteRunError } from '../../src/errors.js';
import type { Observation } from '../../src/types/observation.js';
import { bothOrders, observationOf, said, trialOf } from '../probes/observations.js';
import { createInput } from './coin-world.js';

const folder = mkdtempSync(join(tmpdir(), 'candor-observations-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;

function newFile(content?: string | Buffer): string {
  const file = join(folder, `${files++}.jsonl`);
  if (content !== undefined) writeFileSync(file, content);
  return file;
}

const OBSERVATIONS: Observation[] = [
  ...bothOrders(
    { arm: 'suspect', model: 0 },
    { paraphrase: 'p1', means: ['depends', 'constant'] },
    [0.1, null],
    0.7,
  ),
  observationOf('control', 1, trialOf({ id: 'x' }), said('line\nfeed \u2028 😀 \ud800')),
];

function writeAll(file: string): void {
  const store = openObservationFile(file);
  for (const observation of OBSERVATIONS) store.append(observation);
  store.close();
}

describe('openObservationFile()', () => {
  it('hands back what it was given, one observation a line', () => {
    const file = newFile();
    writeAll(file);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(4);
    const store = openObservationFile(file);
    expect(store.known).toEqual(OBSERVATIONS);
    store.close();
    expect(readObservations(file)).toEqual(OBSERVATIONS);
  });

  it('appends to what is there', () => {
    const file = newFile();
    writeAll(file);
    writeAll(file);
    expect(readObservations(file)).toEqual([...OBSERVATIONS, ...OBSERVATIONS]);
  });

  it.each([1, 20, 3])('cuts off a last line that lacks its last %i bytes', (missing) => {
    const file = newFile();
    writeAll(file);
    const bytes = readFileSync(file);
    const torn = newFile(bytes.subarray(0, bytes.length - missing));
    const store = openObservationFile(torn);
    expect(store.known).toEqual(OBSERVATIONS.slice(0, 2));
    for (const observation of OBSERVATIONS.slice(2)) store.append(observation);
    store.close();
    expect(readFileSync(torn).equals(bytes)).toBe(true);
  });

  it('writes the same bytes after an interruption as without one', async () => {
    const whole = newFile();
    const store = openObservationFile(whole);
    const report = await runAudit(createInput({ store }));
    store.close();
    const bytes = readFileSync(whole);
    const torn = newFile(bytes.subarray(0, Math.floor(bytes.length / 3)));
    const resumed = openObservationFile(torn);
    expect(JSON.stringify(await runAudit(createInput({ store: resumed })))).toBe(JSON.stringify(report));
    resumed.close();
    expect(readFileSync(torn).equals(bytes)).toBe(true);
  });

  it('rejects a file that cannot be written', () => {
    const file = join(folder, 'nowhere', 'observations.jsonl');
    expect(() => openObservationFile(file)).toThrow(IncompleteRunError);
    expect(() => openObservationFile(file)).toThrow(
      `Observations \`${file}\` cannot be written: expected a file that can grow, got ENOENT. Check path and disk, and run again; what is in it is kept.`,
    );
  });
});

describe('readObservations()', () => {
  it('leaves out a torn last line, and leaves the file as it is', () => {
    const file = newFile();
    writeAll(file);
    const torn = readFileSync(file).subarray(0, -10);
    writeFileSync(file, torn);
    expect(readObservations(file)).toEqual(OBSERVATIONS.slice(0, 2));
    expect(readFileSync(file).equals(torn)).toBe(true);
  });

  it('is empty for an empty file', () => {
    expect(readObservations(newFile(''))).toEqual([]);
  });

  it('names file and line of what is no observation', () => {
    const file = newFile(
      `${JSON.stringify(OBSERVATIONS[0])}\n{"arm":\n${JSON.stringify({ ...OBSERVATIONS[0], arm: 'x' })}\n`,
    );
    let error: unknown;
    try {
      readObservations(file);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(ConfigError);
    const lines = (error as Error).message.split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^Invalid observation `.*:2`: expected JSON, got another text \(.*\)\.$/u),
      `Invalid observation \`${file}:3\` (1 problem):`,
      '  - /arm: expected one of `suspect`, `control`, got "x".',
    ]);
  });

  it('names the first five lines of a file of something else', () => {
    const file = newFile('no\n'.repeat(100));
    expect(() => readObservations(file)).toThrow(new RegExp(`^(Invalid observation .*\\n?){5}$`, 'u'));
  });

  it('rejects a file that is not there', () => {
    const file = join(folder, 'missing.jsonl');
    expect(() => readObservations(file)).toThrow(
      `Observations \`${file}\` cannot be read: expected a JSONL file, got ENOENT. Check the path.`,
    );
  });
});
