import type { FailureKind } from './types/observation.js';

/** What every error of ours has in common: text for people, fields for programs, and the exit code that it leads to. */
export class AuditError extends Error {
  override readonly name: string = 'AuditError';
  readonly exitCode: 2 | 3 = 2;
}

/** One thing that is wrong with a file, at a JSON pointer or a line of it. */
export interface ConfigIssue {
  readonly path: string;
  readonly message: string;
}

/** A file or a flag that the user can mend: unreadable, not JSON, against its schema, or against a rule across fields. */
export class ConfigError extends AuditError {
  override readonly name = 'ConfigError';
  readonly file: string | undefined;
  readonly issues: readonly ConfigIssue[];

  constructor(
    message: string,
    details: { file?: string; issues?: readonly ConfigIssue[]; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.file = details.file;
    this.issues = details.issues ?? [];
  }
}

/** A probe needs what the model cannot do. Thrown before the first call. */
export class UnsupportedCapabilityError extends AuditError {
  override readonly name = 'UnsupportedCapabilityError';
  readonly probeId: string;
  readonly capability: string;
  readonly modelId: string;

  constructor(message: string, details: { probeId: string; capability: string; modelId: string }) {
    super(message);
    this.probeId = details.probeId;
    this.capability = details.capability;
    this.modelId = details.modelId;
  }
}

/** Weights, adapter, tokenizer or chat template that cannot be used. */
export class CheckpointError extends AuditError {
  override readonly name = 'CheckpointError';
  readonly file: string;
  readonly tensor: string | undefined;

  constructor(message: string, details: { file: string; tensor?: string; cause?: unknown }) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.file = details.file;
    this.tensor = details.tensor;
  }
}

/** The run could not be finished: an interruption, a full disk. What was done is kept, and running again goes on. */
export class IncompleteRunError extends AuditError {
  override readonly name = 'IncompleteRunError';
  override readonly exitCode = 3;
}

/** A model was asked and gave no answer: data about the model, of a kind that is counted. */
export class NoAnswerError extends AuditError {
  override readonly name = 'NoAnswerError';
  readonly failure: FailureKind;

  constructor(failure: FailureKind, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** A call to an endpoint failed, after retries where these could have helped. */
export class ProviderError extends AuditError {
  override readonly name = 'ProviderError';
  override readonly exitCode: 2 | 3;
  readonly statusCode: number | undefined;
  /** No other request would fare better: a key that is refused, a model that is not there, money that is spent. */
  readonly isFatal: boolean;

  constructor(
    message: string,
    details: { statusCode?: number | undefined; isFatal: boolean; exitCode?: 2 | 3; cause?: unknown },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.statusCode = details.statusCode;
    this.isFatal = details.isFatal;
    this.exitCode = details.exitCode ?? 3;
  }
}

/** A statistic that is not defined for this many values. The audit turns it into "inconclusive" with the reason. */
export class InsufficientDataError extends AuditError {
  override readonly name = 'InsufficientDataError';
  readonly statistic: string;
  readonly needed: number;
  readonly got: number;

  constructor(statistic: string, needed: number, got: number) {
    super(`\`${statistic}\` needs at least ${needed} values, got ${got}.`);
    this.statistic = statistic;
    this.needed = needed;
    this.got = got;
  }
}
