import { stat } from 'node:fs/promises';

/** What stands at a path; what cannot be looked at is nothing, and whoever reads it says why. */
export async function readPathKind(path: string): Promise<'folder' | 'file' | 'nothing'> {
  return stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : 'file'),
    () => 'nothing',
  );
}
