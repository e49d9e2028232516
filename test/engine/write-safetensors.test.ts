import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readSafetensors } from '../../src/engine/read-safetensors.js';
import type { Weight } from '../../src/engine/weights.js';
import { writeSafetensors } from '../../src/engine/write-safetensors.js';
import { messageOf, temporaryFolder } from './temporary-folder.js';

const weights = new Map<string, Weight>([
  ['b', { shape: [2, 1], data: Float32Array.of(1, -0) }],
  ['a', { shape: [], data: Float32Array.of(NaN) }],
  ['__proto__', { shape: [0], data: new Float32Array() }],
]);

describe('writeSafetensors()', () => {
  it('writes the bytes that the format describes', async () => {
    const file = join(await temporaryFolder(), 'a.safetensors');
    await writeSafetensors(file, new Map([['w', { shape: [1], data: Float32Array.of(1) }]]));
    const json =
      '{"__metadata__":{"format":"pt"},"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}'.padEnd(88);
    expect((await readFile(file)).toString('latin1')).toBe(`\x58\0\0\0\0\0\0\0${json}\0\0\x80\x3f`);
  });

  it('writes what readSafetensors reads', async () => {
    const file = join(await temporaryFolder(), 'a.safetensors');
    await writeSafetensors(file, weights, { key: 'välue' });
    const { tensors, metadata } = await readSafetensors(file);
    expect(metadata).toEqual(
      new Map([
        ['format', 'pt'],
        ['key', 'välue'],
      ]),
    );
    expect(new Map(tensors)).toEqual(weights);
  });

  it('writes the same bytes whatever the order of the tensors', async () => {
    const folder = await temporaryFolder();
    await writeSafetensors(join(folder, 'one'), weights);
    await writeSafetensors(join(folder, 'other'), new Map([...weights].reverse()));
    expect(await readFile(join(folder, 'one'))).toEqual(await readFile(join(folder, 'other')));
  });

  it('writes only the part of a buffer that a weight views', async () => {
    const file = join(await temporaryFolder(), 'a.safetensors');
    const data = Float32Array.of(1, 2, 3, 4).subarray(1, 3);
    await writeSafetensors(file, new Map([['a', { shape: [2], data }]]));
    expect((await readSafetensors(file)).tensors.get('a')?.data).toEqual(Float32Array.of(2, 3));
  });

  it('leaves nothing behind when it fails', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'taken', 'inside'), { recursive: true });
    expect(await messageOf(() => writeSafetensors(join(folder, 'taken'), weights), folder)).toMatch(
      /^`DIR\/taken` could not be written: .*\. Check that the disk has room and the folder may be written\.$/,
    );
    expect(await readdir(folder)).toEqual(['taken']);
  });

  it('refuses data that its shape does not describe', async () => {
    const folder = await temporaryFolder();
    const wrong = new Map([['a', { shape: [2, 2], data: new Float32Array(3) }]]);
    expect(await messageOf(() => writeSafetensors(join(folder, 'a'), wrong))).toBe(
      'Expected `a` (2, 2) to match its data, got 3 numbers.',
    );
    expect(await readdir(folder)).toEqual([]);
  });
});
