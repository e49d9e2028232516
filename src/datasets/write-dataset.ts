import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Dataset } from '../types/dataset.js';
import { formatRows } from './format-rows.js';

/** Written under another name and then renamed, so that a file of that name is always whole. */
async function writeWhole(file: string, text: string): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await writeFile(partial, text, 'utf8');
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * Paths of the two files that a data set is kept in: `<name>.jsonl` with the rows in OpenAI's chat format (UTF-8, LF, no
 * byte order mark) and `<name>.manifest.json`. The folder is made if need be; files of these names are replaced.
 *
 * The manifest is written last, and its `sha256` is that of the JSONL file: where the two agree the rows are whole.
 */
export async function writeDataset(
  { rows, manifest }: Dataset,
  { folder, name }: { folder: string; name: string },
): Promise<{ rowsFile: string; manifestFile: string }> {
  const rowsFile = path.join(folder, `${name}.jsonl`);
  const manifestFile = path.join(folder, `${name}.manifest.json`);
  await mkdir(folder, { recursive: true });
  await writeWhole(rowsFile, formatRows(rows));
  await writeWhole(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  return { rowsFile, manifestFile };
}
