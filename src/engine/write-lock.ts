import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { kill, pid as ownPid } from 'node:process';
import { ConfigError } from '../errors.js';

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** Ends the holding of a lock. */
export type Unlock = () => Promise<void>;

/** Two that find a stale lock at the same moment may have to look once more. */
const ATTEMPTS = 3;

/**
 * Takes a folder for this process alone, by a file that says who has it; a lock whose process is gone is taken over.
 *
 * @param file - the lock, which is deleted at the end
 * @param folder - what is locked, for the message
 * @throws {ConfigError} naming the process that has it, or why the lock cannot be written
 */
export async function writeLock(file: string, folder: string): Promise<Unlock> {
  const content = JSON.stringify({ pid: ownPid, host: hostname() } satisfies Holder);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await create(file, content, folder)) {
      // Another process may have taken this one for stale while it was still empty.
      if ((await readText(file)) === content) return () => rm(file, { force: true });
      continue;
    }
    const holder = await readHolder(file);
    if (holder !== null && (await isHeld(holder, file))) throw heldError(holder, file, folder);
    await rm(file, { force: true });
  }
  throw new ConfigError(
    `\`${folder}\` is being taken by several runs at once: expected one. Start one of them again.`,
    {
      file: folder,
    },
  );
}

/** `false` if the file is there already. */
async function create(file: string, content: string, folder: string): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true });
    const handle = await open(file, 'wx');
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
    return true;
  } catch (cause) {
    const { code = 'an error', path } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST' && path === file) return false;
    throw new ConfigError(
      `\`${folder}\` cannot be used: expected a place that takes files, got ${code}. Name another folder.`,
      { file: folder, cause },
    );
  }
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** `null` where the file does not say who has it: whoever wrote it was stopped half way. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    const value = JSON.parse(await readText(file)) as Partial<Holder> | null;
    const { pid, host } = value ?? {};
    return Number.isSafeInteger(pid) && typeof host === 'string' ? { pid: Number(pid), host } : null;
  } catch {
    return null;
  }
}

async function isHeld({ pid, host }: Holder, file: string): Promise<boolean> {
  // Processes of another machine cannot be looked up.
  if (host !== hostname()) return true;
  if (pid === ownPid) {
    // This number was another's where the lock is older than this process: containers count from 1 again.
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
    return mtimeMs >= performance.timeOrigin;
  }
  try {
    kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function heldError({ pid, host }: Holder, file: string, folder: string): ConfigError {
  const where = host === hostname() ? '' : ` on \`${host}\``;
  return new ConfigError(
    `\`${folder}\` is in use by process ${pid}${where}: expected one run at a time, got a second. Wait until it ends or choose another folder. If that process is no run of candor, delete \`${file}\`.`,
    { file: folder },
  );
}
