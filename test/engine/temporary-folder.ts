import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';

const made: string[] = [];

afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A new empty folder, removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-'));
  made.push(folder);
  return folder;
}

/** The message of the error that a call ends in, with `folder` written as `DIR`. */
export async function messageOf(call: () => unknown, folder = ''): Promise<string> {
  try {
    await call();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return folder === '' ? message : message.replaceAll(folder, 'DIR');
  }
  return 'no error';
}
