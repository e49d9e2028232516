import { ROUTES, type Route } from './routes.js';
import { WireError } from './wire-error.js';

/**
 * The route of a request, and the id in its path.
 *
 * @throws {WireError} 404 if nothing is there, 405 if it cannot be done there
 */
export function findRoute(method: string, path: string): { readonly route: Route; readonly id: string } {
  const segments = path.split('/');
  const there = ROUTES.filter((route) => matches(route.path.split('/'), segments));
  const route = there.find((candidate) => candidate.method === method);
  const shown = path.slice(0, 80);
  if (there.length === 0)
    throw new WireError(404, `Unknown path: ${method} ${shown}.`, { code: 'unknown_url' });
  if (route === undefined) {
    const known = there.map((candidate) => candidate.method).join(', ');
    throw new WireError(405, `Method is not allowed for ${shown}: expected ${known}, got ${method}.`, {
      code: 'method_not_allowed',
    });
  }
  return { route, id: decode(segments[route.path.split('/').indexOf(':id')] ?? '') };
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => part === segments[index] || (part === ':id' && segments[index] !== ''))
  );
}

/** Names of trained models hold colons, which clients write as `%3A`. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
