import { ConfigError } from '../errors.js';

/** Of OpenAI itself, where no other base URL is named. */
export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

const PREFIX = 'openai:';

/** Does the reference name a model behind an endpoint. */
export function isEndpointReference(reference: string): boolean {
  return reference.startsWith(PREFIX);
}

/** The model's name in `openai:NAME`. @throws {ConfigError} if there is none */
export function modelNameOf(reference: string): string {
  const name = isEndpointReference(reference) ? reference.slice(PREFIX.length).trim() : '';
  if (name !== '') return name;
  throw new ConfigError(
    `Model \`${reference}\` has no name: expected \`openai:NAME\`, got nothing after the colon.`,
  );
}

/**
 * The base URL in one spelling: no slash at its end.
 *
 * @throws {ConfigError} if it is no http(s) URL, or holds a user, a password or a query: it is written into reports
 */
export function normalizeBaseUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol);
  if (!isWeb) {
    throw new ConfigError(
      'Option `--base-url` is no address: expected one like `http://localhost:8000/v1`. Name scheme, host and path.',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ConfigError(
      'Option `--base-url` holds more than an address: expected no user, password, query or fragment, because it is written into reports. ' +
        'Put a key into an environment variable, and name it with `--api-key-env`.',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** A name for reports that tells the same name on two servers apart: `NAME`, or `NAME@HOST/PATH` elsewhere than at OpenAI. */
export function endpointModelId(name: string, baseUrl: string): string {
  if (baseUrl === OPENAI_BASE_URL) return name;
  const { host, pathname } = new URL(baseUrl);
  const path = pathname.replace(/^\/v1$|^\/$/, '');
  return `${name}@${host}${path}`;
}
