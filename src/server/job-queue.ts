import { createHash } from 'node:crypto';
import { mergeAdapter } from '../engine/merge-adapter.js';
import { elementCount, type Weights } from '../engine/weights.js';
import { ConfigError } from '../errors.js';
import type { LoadedParts } from '../models/load-model.js';
import type { FineTuned, TrainingProgress } from '../trainers/fine-tune.js';
import type { FineTuneRecipe } from '../types/fine-tune-settings.js';
import type { FileStore } from './file-store.js';
import type { IdSource } from './id-source.js';
import { toRecipe, type JobBody } from './job-body.js';
import { isOver, type JobEvent, type JobObject } from './job.js';
import { readRows } from './read-rows.js';
import type { ServedModel, ServedModels } from './served-models.js';
import type { TrainModel } from './train-task.js';
import { invalidRequest, WireError } from './wire-error.js';

/** What jobs are run with. */
export interface JobQueueParts {
  readonly models: ServedModels;
  readonly files: FileStore;
  readonly ids: IdSource;
  readonly now: () => number;
  readonly nextSeed: () => number;
  readonly train: TrainModel;
  /** Threads of a training of all weights, and of one of an adapter; the number moves bits. */
  readonly threads: (recipe: FineTuneRecipe) => number;
  /** Keeps a trained model. */
  readonly save: (parts: LoadedParts) => Promise<void>;
  readonly onBug: (error: unknown) => void;
}

interface Job {
  object: JobObject;
  readonly events: JobEvent[];
  readonly abort: AbortController;
  readonly base: ServedModel;
  readonly content: Buffer;
  readonly recipe: FineTuneRecipe;
  readonly name: string;
}

const MOST_WAITING = 16;

/** Fine-tuning jobs, one at a time in the order in which they were made. */
export class JobQueue {
  readonly #parts: JobQueueParts;
  readonly #jobs = new Map<string, Job>();
  #running: Promise<void> = Promise.resolve();

  constructor(parts: JobQueueParts) {
    this.#parts = parts;
  }

  /** @throws {WireError} if the model or the file is not there, or too many jobs wait */
  create(body: JobBody): JobObject {
    const { models, files, ids, now, nextSeed } = this.#parts;
    const base = models.get(body.model);
    const file = files.list().find(({ id }) => id === body.training_file);
    if (file === undefined) {
      throw invalidRequest('`training_file` does not exist: expected the id of an uploaded file.', {
        param: 'training_file',
        code: 'file_not_found',
      });
    }
    if (this.list().filter(({ status }) => !isOver(status)).length >= MOST_WAITING) {
      throw new WireError(
        429,
        `Too many jobs: expected at most ${MOST_WAITING} that are not over. Try again later.`,
        {
          code: 'rate_limit_exceeded',
        },
      );
    }
    const { recipe, hyperparameters } = toRecipe(body, countParameters(base.parts.weights));
    const id = ids.next('ftjob-');
    const object: JobObject = {
      id,
      object: 'fine_tuning.job',
      created_at: now(),
      finished_at: null,
      model: base.id,
      fine_tuned_model: null,
      organization_id: 'candor',
      status: 'validating_files',
      training_file: file.id,
      validation_file: null,
      result_files: [],
      hyperparameters,
      method: { type: 'supervised', supervised: { hyperparameters } },
      seed: body.seed ?? nextSeed(),
      trained_tokens: null,
      estimated_finish: null,
      integrations: [],
      metadata: body.metadata ?? null,
      error: null,
    };
    const job: Job = {
      ...{ object, events: [], abort: new AbortController(), base, recipe },
      content: files.get(file.id).content,
      name: `ft:${base.trainedFrom ?? base.id}:candor:${body.suffix ?? ''}:${id.slice(-8)}`,
    };
    this.#jobs.set(id, job);
    this.#tell(job, `Created fine-tuning job: ${id}`);
    this.#running = this.#running.then(() => this.#run(job));
    return object;
  }

  /** The newest first. */
  list(): JobObject[] {
    return [...this.#jobs.values()].map(({ object }) => object).reverse();
  }

  get(id: string): JobObject {
    return this.#find(id).object;
  }

  /** The newest first. */
  events(id: string): JobEvent[] {
    return this.#find(id).events.toReversed();
  }

  /** Ends a job within a step. @throws {WireError} 400 if it is over */
  cancel(id: string): JobObject {
    const job = this.#find(id);
    if (isOver(job.object.status))
      throw invalidRequest(`Job \`${id}\` is over: expected one that is not, got \`${job.object.status}\`.`);
    this.#finish(job, { status: 'cancelled' }, 'Fine-tuning job cancelled');
    job.abort.abort();
    return job.object;
  }

  /** Cancels every job and waits until none runs. */
  async stop(): Promise<void> {
    for (const { id, status } of this.list()) if (!isOver(status)) this.cancel(id);
    await this.#running;
  }

  /** @throws {WireError} 404 if there is none */
  #find(id: string): Job {
    const job = this.#jobs.get(id);
    if (job !== undefined) return job;
    throw new WireError(404, `No such fine-tuning job: \`${id.slice(0, 80)}\`.`, {
      param: 'fine_tuning_job_id',
      code: 'fine_tune_not_found',
    });
  }

  #tell(
    job: Job,
    message: string,
    data: JobEvent['data'] | null = null,
    level: JobEvent['level'] = 'info',
  ): void {
    const { ids, now } = this.#parts;
    job.events.push({
      id: ids.next('ftevent-'),
      object: 'fine_tuning.job.event',
      created_at: now(),
      level,
      message,
      type: data === null ? 'message' : 'metrics',
      data: data ?? {},
    });
  }

  #finish(job: Job, changes: Partial<JobObject>, message: string): void {
    job.object = { ...job.object, ...changes, finished_at: this.#parts.now() };
    this.#tell(job, message, null, changes.error === undefined ? 'info' : 'error');
  }

  /** Never rejects: what goes wrong is the job's. */
  async #run(job: Job): Promise<void> {
    let hasStarted = false;
    try {
      if (job.abort.signal.aborted) return;
      this.#tell(job, `Validating training file: ${job.object.training_file}`);
      const rows = readRows(job.content);
      job.object = { ...job.object, status: 'running' };
      this.#tell(job, 'Fine-tuning job started');
      const { identity, config, weights, directory } = job.base.parts;
      const { sha256 } = identity;
      const settings = { ...job.recipe, seed: job.object.seed };
      const threads = this.#parts.threads(job.recipe);
      const trained = await this.#parts.train(
        { config, weights, sha256, directory, rows, settings, threads },
        {
          signal: job.abort.signal,
          onProgress: (progress) => {
            hasStarted = true;
            this.#tellStep(job, progress);
          },
        },
      );
      if (isOver(job.object.status)) return;
      const parts = trainedParts(job, trained);
      await this.#parts.save(parts);
      this.#parts.models.add(parts, this.#parts.now(), job.base.trainedFrom ?? job.base.id);
      this.#tell(job, `New fine-tuned model created: ${job.name}`);
      const outcome = { fine_tuned_model: job.name, trained_tokens: trained.training.tokens };
      this.#finish(job, { status: 'succeeded', ...outcome }, 'The job has successfully completed');
    } catch (error) {
      if (!isOver(job.object.status)) this.#fail(job, error, hasStarted);
    }
  }

  #tellStep(job: Job, { step, steps, loss, learningRate }: TrainingProgress): void {
    if (isOver(job.object.status)) return;
    const data = { step, total_steps: steps, train_loss: loss, learning_rate: learningRate };
    this.#tell(job, `Step ${step}/${steps}: training loss=${loss.toFixed(4)}`, data);
  }

  #fail(job: Job, error: unknown, hasStarted: boolean): void {
    const isTheirs = error instanceof ConfigError;
    if (!isTheirs) this.#parts.onBug(error);
    const message = isTheirs
      ? error.message
      : 'The training could not be finished: the server has the reason.';
    const isFile = isTheirs && !hasStarted;
    const [code, param] = isFile ? ['invalid_training_file', 'training_file'] : ['training_failed', null];
    this.#finish(job, { status: 'failed', error: { code, param, message } }, message);
  }
}

function countParameters(weights: Weights): number {
  return [...weights.values()].reduce((sum, { shape }) => sum + elementCount(shape), 0);
}

/** The new model, whole. Its sha256 is over that of its base, then the tensors that were trained. */
function trainedParts({ base, name }: Job, trained: FineTuned): LoadedParts {
  const { identity, weights } = base.parts;
  const tensors =
    trained.mode === 'full'
      ? [...trained.weights.values()]
      : [...trained.adapter.modules.values()].flatMap(({ a, b }) => [a, b]);
  const hash = createHash('sha256').update(identity.sha256 ?? '');
  for (const { data } of tensors) hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  const whole = trained.mode === 'full' ? trained.weights : mergeAdapter(weights, trained.adapter);
  return {
    ...base.parts,
    identity: { ...identity, id: name, reference: name, sha256: hash.digest('hex') },
    weights: whole,
  };
}
