import { NoAnswerError, ProviderError, type AuditError } from '../errors.js';
import type { EndpointFailure } from './endpoint-failure.js';
import type { NextStep } from './retry-policy.js';

const LONGEST_MESSAGE = 240;

/** What the failure is about. */
export interface FailureContext {
  readonly model: string;
  readonly baseUrl: string;
  /** Attempts that were made. */
  readonly attempt: number;
}

function describe({ status, message }: EndpointFailure): string {
  const clipped = message.slice(0, LONGEST_MESSAGE).trim();
  const text = /[.!?]$/.test(clipped) ? clipped : `${clipped}.`;
  return status === undefined || text.startsWith(String(status)) ? text : `${status} ${text}`;
}

/** The error for a request that is not tried again: what the server said, and what to do. */
export function explainFailure(
  failure: EndpointFailure,
  step: Exclude<NextStep, { readonly kind: 'retry' }>,
  { model, baseUrl, attempt }: FailureContext,
): AuditError {
  const said = describe(failure);
  const details = { statusCode: failure.status, cause: failure };
  const subject = `\`${baseUrl}\``;
  switch (step.reason) {
    case 'content-filter':
      return new NoAnswerError('content-filter', `The server's filter refused the prompt: ${said}`);
    case 'rejected':
      return new ProviderError(`${subject} refused the request: ${said}`, {
        ...details,
        isFatal: false,
        exitCode: 2,
      });
    case 'exhausted': {
      const times = attempt === 1 ? 'once' : `${attempt} times`;
      return new ProviderError(`${subject} failed ${times}, the last time with: ${said}`, {
        ...details,
        isFatal: false,
      });
    }
    case 'key':
      return new ProviderError(
        `${subject} refused the key for \`${model}\`: ${said} Set the environment variable that holds it (OPENAI_API_KEY, or the one of \`--api-key-env\`).`,
        { ...details, isFatal: true, exitCode: 2 },
      );
    case 'not-found':
      return new ProviderError(
        `${subject} has no model \`${model}\`, or not under this API: ${said} Check the name, the base URL (it often ends in /v1) and \`--api\`.`,
        { ...details, isFatal: true, exitCode: 2 },
      );
    case 'quota':
      return new ProviderError(
        `The quota at ${subject} is spent: ${said} What was answered is kept. Add to it, and run the audit again to go on.`,
        { ...details, isFatal: true },
      );
    case 'long-wait': {
      const seconds = Math.ceil((failure.retryAfterMs ?? 0) / 1000);
      return new ProviderError(
        `${subject} asks to wait ${seconds} s: ${said} What was answered is kept. Run the audit again after that to go on.`,
        { ...details, isFatal: true },
      );
    }
  }
}
