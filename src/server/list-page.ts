import { invalidRequest } from './wire-error.js';

const MOST = 100;

/** What OpenAI's clients read pages from. */
export interface ListPage<T> {
  readonly object: 'list';
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

/**
 * One page of a list, as `limit` and `after` ask for it.
 *
 * @throws {WireError} 400 if `limit` is none, or `after` is the id of nothing in the list
 */
export function listPage<T extends { readonly id: string }>(
  items: readonly T[],
  query: URLSearchParams,
): ListPage<T> {
  const limit = Number(query.get('limit') ?? MOST);
  if (!Number.isInteger(limit) || limit < 1) {
    throw invalidRequest(`\`limit\` is out of range: expected an integer ≥ 1, got ${query.get('limit')}.`, {
      param: 'limit',
    });
  }
  const after = query.get('after');
  const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0)
    throw invalidRequest('`after` is not in the list: expected the id of its last item.', { param: 'after' });
  const data = items.slice(start, start + Math.min(limit, MOST));
  return {
    object: 'list',
    data,
    has_more: start + data.length < items.length,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}
