import type { IncomingHttpHeaders } from 'node:http';
import { chatCompletions } from './chat-completions.js';
import { checkBody } from './check-body.js';
import { completions } from './completions.js';
import { JOB_BODY_SCHEMA } from './job-body.js';
import { listPage } from './list-page.js';
import { parseJsonBody } from './read-body.js';
import { upload } from './upload.js';
import type { WireContext } from './wire-context.js';
import { json, type WireReply } from './wire-reply.js';

/** A request as a route sees it. */
export interface WireRequest {
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  /** What stands for the `:id` of the path. */
  readonly id: string;
  readonly body: Buffer;
  /** Aborted when the client has gone, or the server ends. */
  readonly signal: AbortSignal;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `:id` is one segment, which is looked up and never used as a path. */
  readonly path: string;
  /** Read and answered in a slot, because it takes a model's time or a large body. */
  readonly slot?: 'completion' | 'upload';
  readonly answer: (request: WireRequest, context: WireContext) => WireReply | Promise<WireReply>;
}

/** Everything that the server answers. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/health', answer: () => json({ status: 'ok' }) },
  {
    method: 'GET',
    path: '/v1/models',
    answer: (_, { models }) => json({ object: 'list', data: models.list() }),
  },
  { method: 'GET', path: '/v1/models/:id', answer: ({ id }, { models }) => json(models.show(id)) },
  {
    method: 'DELETE',
    path: '/v1/models/:id',
    answer: async ({ id }, { models }) => {
      await models.remove(id);
      return json({ id, object: 'model', deleted: true });
    },
  },
  {
    method: 'POST',
    path: '/v1/chat/completions',
    slot: 'completion',
    answer: (request, context) => chatCompletions(bodyOf(request), context, request.signal),
  },
  {
    method: 'POST',
    path: '/v1/completions',
    slot: 'completion',
    answer: (request, context) => completions(bodyOf(request), context, request.signal),
  },
  {
    method: 'GET',
    path: '/v1/files',
    answer: ({ query }, { files }) => {
      const purpose = query.get('purpose');
      const found = files.list().filter((file) => purpose === null || file.purpose === purpose);
      return json(listPage(query.get('order') === 'asc' ? found : found.reverse(), query));
    },
  },
  {
    method: 'POST',
    path: '/v1/files',
    slot: 'upload',
    answer: async ({ body, headers }, context) => json(await upload(body, headers['content-type'], context)),
  },
  { method: 'GET', path: '/v1/files/:id', answer: ({ id }, { files }) => json(files.get(id).object) },
  {
    method: 'GET',
    path: '/v1/files/:id/content',
    answer: ({ id }, { files }) => ({ kind: 'bytes', bytes: files.get(id).content }),
  },
  {
    method: 'DELETE',
    path: '/v1/files/:id',
    answer: ({ id }, { files }) => {
      files.delete(id);
      return json({ id, object: 'file', deleted: true });
    },
  },
  {
    method: 'GET',
    path: '/v1/fine_tuning/jobs',
    answer: ({ query }, { jobs }) => json(listPage(jobs.list(), query)),
  },
  {
    method: 'POST',
    path: '/v1/fine_tuning/jobs',
    answer: (request, { jobs }) =>
      json(jobs.create(checkBody(JOB_BODY_SCHEMA, bodyOf(request), 'POST /v1/fine_tuning/jobs'))),
  },
  { method: 'GET', path: '/v1/fine_tuning/jobs/:id', answer: ({ id }, { jobs }) => json(jobs.get(id)) },
  {
    method: 'POST',
    path: '/v1/fine_tuning/jobs/:id/cancel',
    answer: ({ id }, { jobs }) => json(jobs.cancel(id)),
  },
  {
    method: 'GET',
    path: '/v1/fine_tuning/jobs/:id/events',
    answer: ({ id, query }, { jobs }) => json(listPage(jobs.events(id), query)),
  },
  {
    method: 'GET',
    path: '/v1/fine_tuning/jobs/:id/checkpoints',
    answer: ({ id, query }, { jobs }) => {
      jobs.get(id);
      return json(listPage([], query));
    },
  },
];

function bodyOf({ body, headers }: WireRequest): Record<string, unknown> {
  return parseJsonBody(body, headers['content-type']);
}
