import type { JsonSchema } from '../config/json-schema.js';
import { validateAgainst } from '../config/validate.js';
import { ConfigError } from '../errors.js';
import { invalidRequest } from './wire-error.js';

/**
 * The body itself, known to fit its schema. A field that is not known is refused, since leaving it out could change the
 * answer.
 *
 * @throws {WireError} 400 that lists every problem; `param` is the first one's field
 */
export function checkBody<T>(schema: JsonSchema<T>, body: unknown, route: string): T {
  try {
    return validateAgainst(schema, body, { file: route, what: 'request' });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [first] = error.issues;
    const isUnknown = first?.message.startsWith('unknown option') === true;
    throw invalidRequest(error.message, {
      param: toParam(first?.path ?? ''),
      code: isUnknown ? 'unknown_parameter' : 'invalid_value',
    });
  }
}

/** `/messages/0/content` as OpenAI writes it: `messages[0].content`. */
function toParam(pointer: string): string | null {
  const parts = pointer.split('/').slice(1);
  const param = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  return param.replace(/^\./, '') || null;
}
