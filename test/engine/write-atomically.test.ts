import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { writeFileAtomically, writeFolderAtomically } from '../../src/engine/write-atomically.js';
import { messageOf, temporaryFolder } from './temporary-folder.js';

describe('writeFileAtomically()', () => {
  it('keeps the old file until the new one is whole', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'a');
    await writeFile(file, 'old');
    const fails = writeFileAtomically(file, async (handle) => {
      await handle.writeFile('ne');
      throw new RangeError('half way');
    });
    await expect(fails).rejects.toThrow('half way');
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['a']);
    await writeFileAtomically(file, (handle) => handle.writeFile('new'));
    expect(await readFile(file, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['a']);
  });
});

describe('writeFolderAtomically()', () => {
  it.each(['new', 'empty'])('makes the folder when it is %s', async (state) => {
    const folder = await temporaryFolder();
    const directory = join(folder, 'deeper', 'model');
    if (state === 'empty') await mkdir(directory, { recursive: true });
    await writeFolderAtomically(directory, (partial) => writeFile(join(partial, 'a'), 'x'));
    expect(await readdir(join(folder, 'deeper'))).toEqual(['model']);
    expect(await readFile(join(directory, 'a'), 'utf8')).toBe('x');
  });

  it('replaces what an interrupted run has left', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'model.partial'));
    await writeFile(join(folder, 'model.partial', 'stale'), '');
    await writeFolderAtomically(join(folder, 'model'), (partial) => writeFile(join(partial, 'a'), 'x'));
    expect(await readdir(join(folder, 'model'))).toEqual(['a']);
  });

  it('leaves nothing behind when it fails', async () => {
    const folder = await temporaryFolder();
    const fails = writeFolderAtomically(join(folder, 'model'), async (partial) => {
      await writeFile(join(partial, 'a'), 'x');
      throw new RangeError('half way');
    });
    await expect(fails).rejects.toThrow('half way');
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses a folder that holds something', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'kept'), '');
    expect(await messageOf(() => writeFolderAtomically(folder, () => Promise.resolve()), folder)).toBe(
      'Folder `DIR` is in use: expected a new or empty folder, got 1 entries. Choose another name.',
    );
    expect(await readdir(folder)).toEqual(['kept']);
  });

  it('names the folder that was asked for when a file or a folder inside it is refused', async () => {
    const folder = await temporaryFolder();
    const inside = (partial: string): Promise<void> =>
      writeFolderAtomically(partial, (inner) =>
        writeFileAtomically(join(inner, 'no', 'a'), () => Promise.resolve()),
      );
    // Whatever is written goes into a folder of its own, whose name nobody asked for.
    const write = (): Promise<void> =>
      writeFolderAtomically(join(folder, 'model'), (partial) => inside(join(partial, 'weights')));
    expect(await messageOf(write, folder)).toBe(
      '`DIR/model` could not be written: ENOENT: no such file or directory, open. Check that the disk has room and the folder may be written.',
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('says what the disk refused', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    const write = (): Promise<void> =>
      writeFolderAtomically(join(folder, 'file', 'model'), () => Promise.resolve());
    await expect(write()).rejects.toMatchObject({ name: 'IncompleteRunError', exitCode: 3 });
    expect(await messageOf(write, folder)).toMatch(
      /^`DIR\/file\/model` could not be written: .*\. Check that the disk has room and the folder may be written\.$/,
    );
  });
});
