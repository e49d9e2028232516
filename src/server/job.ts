import type { WireHyperparameters } from './job-body.js';

/** In OpenAI's words and order; the last three are for good. */
export type JobStatus = 'validating_files' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** A job as `/v1/fine_tuning/jobs` shows it. */
export interface JobObject {
  readonly id: string;
  readonly object: 'fine_tuning.job';
  readonly created_at: number;
  readonly finished_at: number | null;
  readonly model: string;
  readonly fine_tuned_model: string | null;
  readonly organization_id: string;
  readonly status: JobStatus;
  readonly training_file: string;
  readonly validation_file: null;
  readonly result_files: readonly never[];
  readonly hyperparameters: Required<WireHyperparameters>;
  readonly method: {
    readonly type: 'supervised';
    readonly supervised: { readonly hyperparameters: Required<WireHyperparameters> };
  };
  readonly seed: number;
  /** Tokens read over all steps; `null` before the end. */
  readonly trained_tokens: number | null;
  readonly estimated_finish: null;
  readonly integrations: readonly never[];
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly error: { readonly code: string; readonly message: string; readonly param: string | null } | null;
}

/** Something that happened to a job. */
export interface JobEvent {
  readonly id: string;
  readonly object: 'fine_tuning.job.event';
  readonly created_at: number;
  readonly level: 'info' | 'error';
  readonly message: string;
  readonly type: 'message' | 'metrics';
  readonly data: Readonly<Record<string, number>>;
}

export function isOver(status: JobStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}
