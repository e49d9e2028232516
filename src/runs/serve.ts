import { availableParallelism } from 'node:os';
import { once } from 'node:events';
import { ConfigError } from '../errors.js';
import { loadModelParts, type LoadedParts } from '../models/load-model.js';
import { createRandom } from '../random.js';
import { startServer, type RunningServer, type ServerOptions } from '../server/start-server.js';
import { writeTrainedModel } from '../server/write-trained-model.js';
import { resolveReference } from './load-subject.js';

export interface ServeRequest extends Pick<ServerOptions, 'host' | 'port' | 'clock' | 'onBug'> {
  /** References of local models, `PATH` or `BASE+ADAPTER`. */
  readonly models: readonly string[];
  /** Seeds of requests that have none follow from it. */
  readonly seed: number;
  /** Threads of one operator. Without it inference takes every core, and trainings as many as `train()`. */
  readonly threads?: number;
  /** Folder that trained models are written to; without it they end with the server. */
  readonly out?: string;
  /** Ends the server. */
  readonly signal: AbortSignal;
  /** Told once requests are answered. */
  readonly onListening: (server: Pick<RunningServer, 'url' | 'models'>) => void;
}

/**
 * Serves local models behind OpenAI's protocol until the signal; what is being answered then is answered.
 *
 * A model's name is its folder's, or where two have the same, its reference as it was given.
 *
 * @throws {ConfigError} if a model is named twice, or the address cannot be listened on
 * @throws {CheckpointError} if a reference names no model that can be run
 */
export async function serve(request: ServeRequest): Promise<void> {
  const { host, port, clock, onBug, seed, threads, out, signal, onListening } = request;
  const server = await startServer({
    ...{ host, port, clock, onBug },
    models: await loadModels(request.models),
    random: createRandom(seed).fork('server'),
    threads: threads ?? 0,
    trainingThreads: ({ mode }) => threads ?? (mode === 'full' ? 1 : availableParallelism()),
    ...(out === undefined ? {} : { save: (parts) => writeTrainedModel(out, parts) }),
  });
  try {
    onListening(server);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await server.close();
  }
}

async function loadModels(references: readonly string[]): Promise<LoadedParts[]> {
  const models: LoadedParts[] = [];
  for (const reference of references) models.push(await loadModelParts(await resolveReference(reference)));
  const named = models.map((parts, index): LoadedParts => {
    const { identity } = parts;
    const isAlone = models.filter((other) => other.identity.id === identity.id).length === 1;
    return isAlone ? parts : { ...parts, identity: { ...identity, id: references[index] ?? identity.id } };
  });
  const ids = named.map(({ identity }) => identity.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return named;
  throw new ConfigError(`Model \`${twice}\` is named twice: expected each model once. Leave one out.`);
}
