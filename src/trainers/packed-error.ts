import { CheckpointError, ConfigError, IncompleteRunError } from '../errors.js';

/** An error as it crosses from one thread to another, which would take its class away. */
export interface PackedError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly file?: string | undefined;
}

export function packError(error: unknown): PackedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const file = error instanceof ConfigError || error instanceof CheckpointError ? error.file : undefined;
  return { name: error.name, message: error.message, stack: error.stack, file };
}

/** The error again, of its class where that is one of those that the user can act on. */
export function unpackError({ name, message, stack, file }: PackedError): Error {
  if (name === 'ConfigError') return new ConfigError(message, file === undefined ? {} : { file });
  if (name === 'CheckpointError') return new CheckpointError(message, { file: file ?? '' });
  if (name === 'IncompleteRunError') return new IncompleteRunError(message);
  // A bug: its own stack says more than ours.
  const error = name === 'RangeError' ? new RangeError(message) : new TypeError(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
