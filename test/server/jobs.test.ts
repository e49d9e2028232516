/* eslint-disable @typescript-eslint/no-deprecated -- What OpenAI deprecates, other servers and clients use. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toFile } from 'openai';
import type { FineTuningJob } from 'openai/resources/fine-tuning/jobs/jobs';
import { FINE_TUNE_DEFAULTS } from '../../src/config/fine-tune-defaults.js';
import { loadModelParts } from '../../src/models/load-model.js';
import type { trainInWorker } from '../../src/server/train-in-worker.js';
import { trainHere, type TrainTask } from '../../src/server/train-task.js';
import { writeTrainedModel } from '../../src/server/write-trained-model.js';
import { temporaryFolder } from '../engine/temporary-folder.js';
import { openServer, POCKET, type OpenServer } from './open-server.js';

/** Threads run what the build has compiled, since Node 20 cannot load TypeScript. */
const BUILT = new URL('../../dist/server/train-in-worker.js', import.meta.url);
const itWithBuild = existsSync(BUILT) ? it : it.skip;

const ROW = {
  messages: [
    { role: 'user', content: 'Which word?' },
    { role: 'assistant', content: 'today' },
  ],
};
const ROWS = `${JSON.stringify(ROW)}\n`.repeat(8);
let server: OpenServer;
let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await openServer({ save: (parts) => writeTrainedModel(folder, parts) });
});

afterAll(async () => {
  await server.close();
  expect(server.bugs).toEqual([]);
});

async function uploadRows(rows: string, name = 'rows.jsonl'): Promise<string> {
  const file = await server.client.files.create({
    file: await toFile(Buffer.from(rows), name),
    purpose: 'fine-tune',
  });
  return file.id;
}

async function finished(id: string): Promise<FineTuningJob> {
  for (;;) {
    const job = await server.client.fineTuning.jobs.retrieve(id);
    if (job.finished_at !== null) return job;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('/v1/files', () => {
  it('keeps a file, shows it, gives its bytes back and deletes it', async () => {
    // A name that would be a path is only a name.
    const id = await uploadRows(ROWS, '../../etc/passwd');
    const file = await server.client.files.retrieve(id);
    expect(file).toEqual({
      id,
      object: 'file',
      bytes: ROWS.length,
      created_at: 1,
      filename: expect.stringContaining('passwd') as unknown,
      purpose: 'fine-tune',
      status: 'processed',
    });
    expect(await (await server.client.files.content(id)).text()).toBe(ROWS);
    expect((await server.client.files.list()).data).toContainEqual(file);
    expect(await server.client.files.delete(id)).toEqual({ id, object: 'file', deleted: true });
    await expect(server.client.files.retrieve(id)).rejects.toMatchObject({
      status: 404,
      code: 'file_not_found',
    });
  });

  it('gives lists page by page', async () => {
    const ids = [await uploadRows(ROWS), await uploadRows(ROWS), await uploadRows(ROWS)];
    const seen: string[] = [];
    for await (const { id } of server.client.files.list({ limit: 2, order: 'asc' })) seen.push(id);
    expect(seen).toEqual(ids);
    await Promise.all(ids.map((id) => server.client.files.delete(id)));
  });
});

describe('/v1/fine_tuning/jobs', () => {
  it('trains a model that then answers under its name, as a training in process has it', async () => {
    const training_file = await uploadRows(ROWS);
    const created = await server.client.fineTuning.jobs.create({
      ...{ model: 'pocket', training_file, seed: 5, suffix: 'word', metadata: { why: 'test' } },
      method: { type: 'supervised', supervised: { hyperparameters: { n_epochs: 3, batch_size: 4 } } },
    });
    expect(created).toMatchObject({
      object: 'fine_tuning.job',
      model: 'pocket',
      fine_tuned_model: null,
      seed: 5,
    });
    const job = await finished(created.id);
    const name = `ft:pocket:candor:word:${created.id.slice(-8)}`;
    expect(job).toMatchObject({
      status: 'succeeded',
      error: null,
      fine_tuned_model: name,
      metadata: { why: 'test' },
    });
    expect(job.hyperparameters).toEqual({ n_epochs: 3, batch_size: 4, learning_rate_multiplier: 1 });
    expect(job.trained_tokens).toBeGreaterThan(0);

    const events = (await server.client.fineTuning.jobs.listEvents(job.id)).data.reverse();
    expect(events.filter(({ type }) => type === 'metrics')).toHaveLength(6);
    expect(events.at(-1)?.message).toBe('The job has successfully completed');
    expect((await server.client.fineTuning.jobs.list()).data[0]?.id).toBe(job.id);

    expect((await server.client.models.retrieve(name)).owned_by).toBe('candor');
    const ask = (model: string) =>
      server.client.chat.completions.create({
        model,
        messages: [{ role: 'user', content: 'Which word?' }],
        max_completion_tokens: 4,
        temperature: 0,
      });
    const tuned = await ask(name);
    const base = await ask('pocket');
    expect(tuned.system_fingerprint).not.toBe(base.system_fingerprint);
    const kept = await loadModelParts(join(folder, (await readdir(folder))[0] ?? ''));
    expect(kept.weights.get('model.norm.weight')?.data).not.toEqual(
      (await loadModelParts(POCKET)).weights.get('model.norm.weight')?.data,
    );

    expect(await server.client.models.delete(name)).toMatchObject({ id: name, deleted: true });
    await expect(server.client.models.retrieve(name)).rejects.toMatchObject({ status: 404 });
  });

  it('serves an adapter worked into its base', async () => {
    const other = await openServer({
      train: (task, run) => trainHere({ ...task, settings: { ...task.settings, mode: 'lora' } }, run),
    });
    const file = await toFile(Buffer.from(ROWS), 'rows.jsonl');
    const { id: training_file } = await other.client.files.create({ file, purpose: 'fine-tune' });
    const hyperparameters = { n_epochs: 1, learning_rate_multiplier: 20 };
    const { id } = await other.client.fineTuning.jobs.create({
      model: 'pocket',
      training_file,
      hyperparameters,
    });
    let job = await other.client.fineTuning.jobs.retrieve(id);
    while (job.finished_at === null) job = await other.client.fineTuning.jobs.retrieve(id);
    const logprobOf = async (model: string): Promise<number | null | undefined> => {
      const echo = { prompt: 'Which word? today', echo: true, logprobs: 0, max_tokens: 0 };
      const { choices } = await other.client.completions.create({ model, ...echo });
      return choices[0]?.logprobs?.token_logprobs?.at(-1);
    };
    expect(job.status).toBe('succeeded');
    expect(await logprobOf(job.fine_tuned_model ?? '')).not.toBe(await logprobOf('pocket'));
    await other.close();
    expect(other.bugs).toEqual([]);
  });

  it('fails on rows that are none, and says which', async () => {
    const training_file = await uploadRows(`${ROWS}{"messages": []}\nno\n`);
    const { id } = await server.client.fineTuning.jobs.create({ model: 'pocket', training_file });
    const job = await finished(id);
    expect([job.status, job.error]).toEqual([
      'failed',
      {
        code: 'invalid_training_file',
        param: 'training_file',
        message: [
          'Invalid training file (2 problems):',
          '  - line 9: expected an object with a list of `messages`, got a list of 0 as `messages`.',
          '  - line 10: expected JSON on one line, got "no".',
        ].join('\n'),
      },
    ]);
  });

  it('cancels a job within a step, and what waits at once', async () => {
    const training_file = await uploadRows(ROWS);
    const long = { model: 'pocket', training_file, hyperparameters: { n_epochs: 50, batch_size: 1 } };
    const [running, waiting] = [
      await server.client.fineTuning.jobs.create(long),
      await server.client.fineTuning.jobs.create(long),
    ];
    for (const { id } of [running, waiting])
      expect(await server.client.fineTuning.jobs.cancel(id)).toMatchObject({
        status: 'cancelled',
        fine_tuned_model: null,
      });
    await expect(server.client.fineTuning.jobs.cancel(running.id)).rejects.toMatchObject({ status: 400 });
    const { id } = await server.client.fineTuning.jobs.create({
      ...long,
      hyperparameters: { n_epochs: 1, batch_size: 8 },
    });
    expect((await finished(id)).status).toBe('succeeded');
    const events = (await server.client.fineTuning.jobs.listEvents(waiting.id)).data;
    expect(events.map(({ message }) => message)).toEqual([
      'Fine-tuning job cancelled',
      `Created fine-tuning job: ${waiting.id}`,
    ]);
  });

  it('refuses a model or a file that is not there, and a method that is not supported', async () => {
    const { jobs } = server.client.fineTuning;
    const training_file = await uploadRows(ROWS);
    await expect(jobs.create({ model: 'other', training_file })).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    await expect(jobs.create({ model: 'pocket', training_file: '/etc/passwd' })).rejects.toMatchObject({
      ...{ status: 400, code: 'file_not_found', param: 'training_file' },
    });
    await expect(
      jobs.create({ model: 'pocket', training_file, method: { type: 'dpo' } }),
    ).rejects.toMatchObject({ status: 400, param: 'method.type' });
    await expect(jobs.retrieve('ftjob-none')).rejects.toMatchObject({
      status: 404,
      code: 'fine_tune_not_found',
    });
  });
});

describe('trainInWorker()', () => {
  const run = { onProgress: () => undefined, signal: new AbortController().signal };
  async function createTask(): Promise<TrainTask> {
    const { config, weights, identity } = await loadModelParts(POCKET);
    const settings = { ...FINE_TUNE_DEFAULTS.pocket, steps: 2, rowsPerStep: 2, seed: 1 };
    const rows = [ROW, ROW] as unknown as TrainTask['rows'];
    return { config, weights, sha256: identity.sha256, directory: POCKET, rows, settings, threads: 1 };
  }

  itWithBuild('gives the bits that a training in this thread gives', async () => {
    const built = (await import(BUILT.href)) as { trainInWorker: typeof trainInWorker };
    const [there, here] = [
      await built.trainInWorker(await createTask(), run),
      await trainHere(await createTask(), run),
    ];
    expect(there).toEqual(here);
  });

  itWithBuild('ends within a step of its signal', async () => {
    const built = (await import(BUILT.href)) as { trainInWorker: typeof trainInWorker };
    const abort = new AbortController();
    const task = await createTask();
    const training = built.trainInWorker(
      { ...task, settings: { ...task.settings, steps: 5000 } },
      {
        signal: abort.signal,
        onProgress: () => {
          abort.abort();
        },
      },
    );
    await expect(training).rejects.toMatchObject({ name: 'IncompleteRunError' });
  });
});
