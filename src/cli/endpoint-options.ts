import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { ConfigError } from '../errors.js';
import type { AuditJob } from '../runs/audit.js';
import { ENDPOINT_APIS, WITHOUT_LOGPROBS } from '../types/endpoint.js';
import type { GlobalArguments } from './command.js';
import { readAmount, readInteger, readPositive, readText, readWord } from './option-values.js';
import { withoutUndefined } from './without-undefined.js';

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_KEY_VARIABLE = 'OPENAI_API_KEY';
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
const MOST_REQUESTS_AT_A_TIME = 1024;

const value = { type: 'string', requiresArg: true, group: 'Endpoints (openai:NAME):' } as const;

/** Adds the options by which an endpoint is reached. */
export function addEndpointOptions(yargs: Argv<GlobalArguments>): void {
  yargs
    .option('base-url', { ...value, describe: 'Address, as http://localhost:8000/v1; OpenAI if absent' })
    .option('api-key-env', {
      ...value,
      describe: 'Environment variable that holds the key; a server that wants none needs none',
      defaultDescription: DEFAULT_KEY_VARIABLE,
    })
    .option('api', {
      ...value,
      describe: 'chat, or completions where a server has only these',
      defaultDescription: 'chat',
    })
    .option('timeout', { ...value, describe: 'Seconds for one attempt', defaultDescription: '300' });
}

/** Adds the options that an audit of an endpoint takes beside them. */
export function addAuditEndpointOptions(yargs: Argv<GlobalArguments>): void {
  yargs
    .option('control-base-url', { ...value, describe: 'Address of the controls, where it is another one' })
    .option('concurrency', { ...value, describe: 'Requests at a time, at most', defaultDescription: '16' })
    .option('without-logprobs', {
      ...value,
      describe: 'stop, or sample: draw replies and count them where probabilities are not given',
      defaultDescription: 'stop',
    })
    .option('samples', { ...value, describe: 'Replies drawn for one question', defaultDescription: '20' })
    .option('max-requests', { ...value, describe: 'Stop before more requests, earlier runs included' })
    .option('max-cost', { ...value, describe: 'Stop before it costs more, earlier runs included' })
    .option('price-in', { ...value, describe: 'Price of a million prompt tokens' })
    .option('price-out', { ...value, describe: 'Price of a million reply tokens' });
}

/** The key, from the variable that is named. @throws {ConfigError} if one is named that is not set */
function readKey(named: string | undefined, environment: Environment): string | undefined {
  if (named !== undefined && !VARIABLE.test(named)) {
    // Whatever it is, it may be the key itself: it is not printed.
    throw new ConfigError(
      'Option `--api-key-env` is no name of a variable: expected letters, digits and underscores. Put the key into a variable, and give its name.',
    );
  }
  const key = environment[named ?? DEFAULT_KEY_VARIABLE]?.trim();
  if (key !== undefined && key !== '') return key;
  if (named === undefined) return undefined;
  throw new ConfigError(`Environment variable \`${named}\` is not set: expected a key in it, got nothing.`);
}

function readPrices(args: Readonly<Record<string, unknown>>): { input: number; output: number } | undefined {
  const input = readAmount('--price-in', args['price-in']);
  const output = readAmount('--price-out', args['price-out']);
  if (input === undefined && output === undefined) return undefined;
  if (input !== undefined && output !== undefined) return { input, output };
  const [there, missing] = input === undefined ? ['out', 'in'] : ['in', 'out'];
  throw new ConfigError(
    `Option \`--price-${there}\` stands alone: expected \`--price-${missing}\` as well, got nothing. A price of 0 is one.`,
  );
}

function readConcurrency(given: unknown): number | undefined {
  const concurrency = readInteger('--concurrency', given, 1);
  if (concurrency === undefined || concurrency <= MOST_REQUESTS_AT_A_TIME) return concurrency;
  throw new ConfigError(
    `Option \`--concurrency\` is out of range: expected an integer in [1, ${MOST_REQUESTS_AT_A_TIME}], got ${concurrency}.`,
  );
}

/** Folder for what endpoints can do. Source: XDG base directory specification. */
function cacheFolder(environment: Environment): string {
  const base = environment['XDG_CACHE_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.cache') : base, 'candor');
}

/** @throws {ConfigError} if an option is not as it should be */
export function readEndpointOptions(
  args: Readonly<Record<string, unknown>>,
  environment: Environment,
): NonNullable<AuditJob['endpoint']> {
  const timeout = readPositive('--timeout', args['timeout']);
  return {
    ...withoutUndefined({
      baseUrl: readText('--base-url', args['base-url']),
      controlBaseUrl: readText('--control-base-url', args['control-base-url']),
      apiKey: readKey(readText('--api-key-env', args['api-key-env']), environment),
      api: readWord('--api', args['api'], ENDPOINT_APIS),
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      concurrency: readConcurrency(args['concurrency']),
      withoutLogprobs: readWord('--without-logprobs', args['without-logprobs'], WITHOUT_LOGPROBS),
      samples: readInteger('--samples', args['samples'], 1),
      maxRequests: readInteger('--max-requests', args['max-requests'], 0),
      maxCost: readAmount('--max-cost', args['max-cost']),
      prices: readPrices(args),
    }),
    profileFolder: cacheFolder(environment),
  };
}
