import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { InferenceSessions } from '../engine/inference-sessions.js';
import { ConfigError } from '../errors.js';
import type { LoadedParts } from '../models/load-model.js';
import type { Random } from '../random.js';
import type { FineTuneRecipe } from '../types/fine-tune-settings.js';
import { answerRequest, type AnswerOptions } from './answer-request.js';
import { FileStore } from './file-store.js';
import { IdSource } from './id-source.js';
import { isLoopback } from './is-loopback.js';
import { JobQueue } from './job-queue.js';
import { ServedModels } from './served-models.js';
import { Slots } from './slots.js';
import { trainInWorker } from './train-in-worker.js';
import type { TrainModel } from './train-task.js';
import type { WireContext } from './wire-context.js';

export interface ServerOptions {
  /** Served under their identities' ids. */
  readonly models: readonly LoadedParts[];
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Seeds of requests that have none. */
  readonly random: Random;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Threads of inference; 0 lets the runtime choose. */
  readonly threads: number;
  readonly trainingThreads: (recipe: FineTuneRecipe) => number;
  /** Told of what is no error of a client. */
  readonly onBug: (error: unknown) => void;
  /** Keeps a trained model beyond the server's end; without it they live in memory. */
  readonly save?: (parts: LoadedParts) => Promise<void>;
  readonly train?: TrainModel;
  readonly limits?: Partial<ServerLimits>;
}

export interface ServerLimits {
  /** Largest body of a request, uploads aside. */
  readonly bodyBytes: number;
  readonly uploadBytes: number;
  /** Of all files together. */
  readonly storageBytes: number;
  /** Completions answered at a time. */
  readonly concurrency: number;
  /** How long an answer may take after the server was told to stop. */
  readonly graceMs: number;
}

const LIMITS: ServerLimits = {
  // Prompts that fit a model have some kilobytes; a batch of 256 of them fits.
  bodyBytes: 4 * 2 ** 20,
  uploadBytes: 32 * 2 ** 20,
  storageBytes: 256 * 2 ** 20,
  concurrency: 256,
  graceMs: 5000,
};
const MOST_CONNECTIONS = 1024;
const MOST_UPLOADS = 4;
const CUT_OFF_MS = 500;

export interface RunningServer {
  /** What clients call their base URL. */
  readonly url: string;
  readonly models: readonly string[];
  /** Completions that are being answered. */
  readonly activeRequests: () => number;
  /** Answers what was asked, cancels trainings and ends. */
  readonly close: () => Promise<void>;
}

/**
 * A server that speaks OpenAI's protocol, once it listens.
 *
 * @throws {ConfigError} if the address cannot be listened on
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, random, clock, onBug } = options;
  const limits = { ...LIMITS, ...options.limits };
  const sessions = new InferenceSessions({ threads: options.threads });
  const models = new ServedModels(sessions);
  const now = (): number => Math.floor(clock() / 1000);
  for (const parts of options.models) models.add(parts, now(), null);
  const shared = {
    ...{ models, now },
    files: new FileStore(limits.storageBytes),
    ids: new IdSource(clock()),
    nextSeed: () => random.integer(2 ** 32),
  };
  const jobs = new JobQueue({
    ...shared,
    ...{ onBug, threads: options.trainingThreads },
    train: options.train ?? trainInWorker,
    save: options.save ?? (() => Promise.resolve()),
  });
  const context: WireContext = {
    ...shared,
    jobs,
    fingerprint: ({ identity: { sha256 } }) => (sha256 === null ? null : `fp_${sha256.slice(0, 10)}`),
  };
  const slots = { completion: new Slots(limits.concurrency), upload: new Slots(MOST_UPLOADS) };
  const answering = { context, slots, limits, loopbackOnly: isLoopback(host), onBug };
  const { server, stop } = createListener(answering);
  const dispose = async (): Promise<void> => {
    await models.dispose();
    await sessions.dispose();
  };
  const port = await listen(server, options).catch(async (error: unknown) => {
    await dispose();
    throw error;
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/v1`,
    models: models.list().map(({ id }) => id),
    activeRequests: () => slots.completion.taken,
    close: async () => {
      await Promise.all([stop(limits.graceMs), jobs.stop()]);
      await dispose();
    },
  };
}

/** The HTTP server, and how to end it: what is being answered has so long, then it is cut off. */
function createListener(options: AnswerOptions): {
  readonly server: Server;
  readonly stop: (graceMs: number) => Promise<void>;
} {
  const cutOff = new AbortController();
  const answers = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    const signal = AbortSignal.any([gone.signal, cutOff.signal]);
    const answer = answerRequest(request, response, options, signal).finally(() => answers.delete(answer));
    answers.add(answer);
  });
  server.maxConnections = MOST_CONNECTIONS;
  const stop = async (graceMs: number): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    const patience = new AbortController();
    const { signal } = patience;
    const timeout = wait(graceMs, undefined, { signal })
      .then(async () => {
        cutOff.abort();
        // Time to say so; then whoever still sends a body is not waited for.
        await wait(CUT_OFF_MS, undefined, { signal });
        server.closeAllConnections();
      })
      .catch(() => undefined);
    // An answer that begins meanwhile, on a connection that was open, is waited for as well.
    while (answers.size > 0) await Promise.all(answers);
    patience.abort();
    await timeout;
    server.closeAllConnections();
    await closed;
  };
  return { server, stop };
}

async function listen(server: Server, { host, port }: ServerOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const got = cause.code ?? cause.message;
      const message =
        `Address \`${host}\`, port ${port}, cannot be listened on: expected a free one of this machine, got ${got}. ` +
        'Choose another with `--host` and `--port`.';
      reject(new ConfigError(message, { cause }));
    });
    server.listen(port, host, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}
