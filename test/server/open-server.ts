import { join } from 'node:path';
import OpenAI from 'openai';
import { loadModelParts } from '../../src/models/load-model.js';
import { createRandom } from '../../src/random.js';
import { startServer, type RunningServer, type ServerOptions } from '../../src/server/start-server.js';
import { trainHere } from '../../src/server/train-task.js';

export const POCKET = join(import.meta.dirname, '..', '..', 'fixtures', 'pocket');

export interface OpenServer extends RunningServer {
  /** OpenAI's own client, which tries once. */
  readonly client: OpenAI;
  /** What was told as a bug. */
  readonly bugs: unknown[];
}

/** A server of the embedded base on a free port, whose clock stands at one second, and which trains in this thread. */
export async function openServer(changes: Partial<ServerOptions> = {}): Promise<OpenServer> {
  const bugs: unknown[] = [];
  const server = await startServer({
    models: [await loadModelParts(POCKET)],
    host: '127.0.0.1',
    port: 0,
    random: createRandom(1),
    clock: () => 1000,
    threads: 1,
    trainingThreads: () => 1,
    onBug: (error) => bugs.push(error),
    train: trainHere,
    ...changes,
  });
  const client = new OpenAI({ baseURL: server.url, apiKey: 'none', maxRetries: 0 });
  return { ...server, client, bugs };
}
