import { createHash } from 'node:crypto';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readSafetensors } from '../../src/engine/read-safetensors.js';
import { craftSafetensors } from './craft-safetensors.js';
import { messageOf, temporaryFolder } from './temporary-folder.js';

describe('readSafetensors()', () => {
  it('reads float32, float16 and bfloat16', async () => {
    const file = join(await temporaryFolder(), 'a.safetensors');
    const header = {
      __metadata__: { format: 'pt' },
      half: { dtype: 'F16', shape: [1, 2], data_offsets: [0, 4] },
      brain: { dtype: 'BF16', shape: [3], data_offsets: [4, 10] },
      single: { dtype: 'F32', shape: [2], data_offsets: [10, 18] },
    };
    const data = new Uint8Array(18);
    const view = new DataView(data.buffer);
    for (const [index, bits] of [0x3c00, 0xc000, 0x3f80, 0x4049, 0x8000].entries()) {
      view.setUint16(index * 2, bits, true);
    }
    view.setFloat32(10, 0.1, true);
    view.setFloat32(14, -1e-40, true);
    await writeFile(file, craftSafetensors({ header, data }));
    expect(await readSafetensors(file)).toEqual({
      metadata: new Map([['format', 'pt']]),
      tensors: new Map([
        ['half', { shape: [1, 2], data: Float32Array.of(1, -2) }],
        ['brain', { shape: [3], data: Float32Array.of(1, 3.140625, -0) }],
        ['single', { shape: [2], data: Float32Array.of(0.1, -1e-40) }],
      ]),
    });
  });

  it('reads tensors larger than one read, and hashes every byte of the file', async () => {
    const file = join(await temporaryFolder(), 'a.safetensors');
    const length = 5 * 2 ** 20 + 1;
    const bits = Uint16Array.from({ length }, (_, index) => index & 0x7eff);
    const header = { a: { dtype: 'BF16', shape: [length], data_offsets: [0, length * 2] } };
    await writeFile(file, craftSafetensors({ header, data: new Uint8Array(bits.buffer) }));
    const hash = createHash('sha256');
    const { tensors } = await readSafetensors(file, hash);
    const read = new Uint32Array(tensors.get('a')?.data.buffer ?? new ArrayBuffer(0));
    expect(read.findIndex((whole, index) => whole !== (bits[index] ?? 0) * 0x10000)).toBe(-1);
    expect(read.length).toBe(length);
    expect(hash.digest('hex')).toBe(
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    );
  });

  it('refuses a missing file, a folder and a file cut short', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'folder'));
    await writeFile(join(folder, 'short'), 'abc');
    expect(await messageOf(() => readSafetensors(join(folder, 'none')), folder)).toBe(
      'Weights file `DIR/none` is missing: expected a file, got nothing. Check the path.',
    );
    expect(await messageOf(() => readSafetensors(join(folder, 'short')), folder)).toBe(
      'Weights file `DIR/short` is too short: expected at least 8 bytes, got 3. Copy or download the file again.',
    );
    expect(await messageOf(() => readSafetensors(join(folder, 'folder')), folder)).toMatch(
      /^Weights file `DIR\/folder` cannot be read: EISDIR/,
    );
  });

  it.each([
    ['longer than the file', 3n, 2],
    ['of which a float64 cannot count', 2n ** 64n - 1n, 2],
  ])('refuses a header %s before it allocates anything', async (_what, headerLength, available) => {
    const folder = await temporaryFolder();
    const file = join(folder, 'a');
    await writeFile(file, craftSafetensors({ header: '{}', headerLength }));
    expect(await messageOf(() => readSafetensors(file), folder)).toBe(
      `Weights file \`DIR/a\` is no safetensors file: expected a header of at most ${available} bytes, ` +
        `got ${headerLength.toString()}. Copy or download the file again.`,
    );
  });

  it('refuses a header over 16 MiB even where the file has room for it', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'a');
    const headerLength = 2n ** 24n + 1n;
    await writeFile(file, craftSafetensors({ header: '', headerLength }));
    const handle = await open(file, 'r+');
    // Sparse: a gigabyte that takes no room.
    await handle.truncate(2 ** 30);
    await handle.close();
    expect(await messageOf(() => readSafetensors(file), folder)).toBe(
      'Weights file `DIR/a` is no safetensors file: expected a header of at most 16777216 bytes, got 16777217. ' +
        'Copy or download the file again.',
    );
  });

  it('refuses a header that claims more than the file holds', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'a');
    const bytes = 2 ** 42;
    const header = { a: { dtype: 'F32', shape: [2 ** 40], data_offsets: [0, bytes] } };
    await writeFile(file, craftSafetensors({ header }));
    expect(await messageOf(() => readSafetensors(file), folder)).toBe(
      `Weights file \`DIR/a\` has the wrong size: expected ${bytes} bytes of tensors, got 0. Copy or download the file again.`,
    );
  });
});
