import { describe, expect, it } from '@jest/globals';
import { EndpointFailure, parseErrorBody } from '../../src/models/endpoint-failure.js';
import { explainFailure } from '../../src/models/explain-failure.js';
import { nextStep, RETRY_POLICY } from '../../src/models/retry-policy.js';

function failing(status?: number, code = '', retryAfterMs: number | null = null): EndpointFailure {
  return new EndpointFailure('it failed', { status, code, retryAfterMs });
}

describe('nextStep()', () => {
  it.each([
    [401, '', 'key'],
    [403, 'permission_denied', 'key'],
    [404, 'model_not_found', 'not-found'],
    [402, '', 'quota'],
    [429, 'insufficient_quota', 'quota'],
    [429, 'billing_hard_limit_reached', 'quota'],
  ])('stops the run at %p %s', (status, code, reason) => {
    expect(nextStep(failing(status, code), 1)).toEqual({ kind: 'stop', reason });
  });

  it.each([
    [400, '', 'rejected'],
    [413, '', 'rejected'],
    [422, '', 'rejected'],
    [501, '', 'rejected'],
    [400, 'content_filter', 'content-filter'],
  ])('never tries %p %s again', (status, code, reason) => {
    expect(nextStep(failing(status, code), 1)).toEqual({ kind: 'give-up', reason });
  });

  it.each([undefined, 408, 409, 429, 500, 502, 503, 504, 529])(
    'tries %p again, and not for ever',
    (status) => {
      expect(nextStep(failing(status), 1)).toMatchObject({ kind: 'retry', isRateLimit: status === 429 });
      expect(nextStep(failing(status), RETRY_POLICY.maximumAttempts)).toEqual({
        kind: 'give-up',
        reason: 'exhausted',
      });
    },
  );

  it('waits twice as long each time, but for the jitter', () => {
    const waits = [1, 2, 3, 4].map((attempt) => nextStep(failing(500), attempt, { jitter: 0.5 }));
    expect(waits.map((step) => step.kind === 'retry' && step.waitMs)).toEqual([1000, 2000, 4000, 8000]);
  });

  it('waits as long as the server asks, and stops where that is hours', () => {
    expect(nextStep(failing(429, '', 7000), 1)).toMatchObject({ kind: 'retry', waitMs: 7000 });
    expect(nextStep(failing(503, '', 90_001), 1)).toEqual({ kind: 'stop', reason: 'long-wait' });
  });
});

describe('explainFailure()', () => {
  const context = { model: 'm', baseUrl: 'http://h/v1', attempt: 6 };

  it.each([
    [
      'key',
      401,
      2,
      '`http://h/v1` refused the key for `m`: 401 it failed. Set the environment variable that holds it (OPENAI_API_KEY, or the one of `--api-key-env`).',
    ],
    [
      'not-found',
      404,
      2,
      '`http://h/v1` has no model `m`, or not under this API: 404 it failed. Check the name, the base URL (it often ends in /v1) and `--api`.',
    ],
    [
      'quota',
      429,
      3,
      'The quota at `http://h/v1` is spent: 429 it failed. What was answered is kept. Add to it, and run the audit again to go on.',
    ],
    [
      'long-wait',
      429,
      3,
      '`http://h/v1` asks to wait 120 s: 429 it failed. What was answered is kept. Run the audit again after that to go on.',
    ],
  ] as const)('says what to do about %s', (reason, status, exitCode, message) => {
    const error = explainFailure(failing(status, '', 120_000), { kind: 'stop', reason }, context);
    expect(error).toMatchObject({ message, exitCode, isFatal: true, statusCode: status });
  });

  it('says what a request failed of', () => {
    const tell = (reason: 'rejected' | 'exhausted' | 'content-filter', status?: number): string =>
      explainFailure(failing(status), { kind: 'give-up', reason }, context).message;
    expect(tell('rejected', 400)).toBe('`http://h/v1` refused the request: 400 it failed.');
    expect(tell('exhausted')).toBe('`http://h/v1` failed 6 times, the last time with: it failed.');
    expect(tell('content-filter', 400)).toBe("The server's filter refused the prompt: 400 it failed.");
  });
});

describe('parseErrorBody()', () => {
  it.each([
    [{ error: { message: 'm', code: 'c', type: 't' } }, { message: 'm', code: 'c t', status: undefined }],
    [{ error: { message: 'm', code: 429 } }, { message: 'm', code: '', status: 429 }],
    [{ error: 'not found' }, { message: 'not found', code: '', status: undefined }],
    [
      { object: 'error', message: 'm', code: 404, type: 't' },
      { message: 'm', code: 't', status: 404 },
    ],
    [{ detail: 'Not Found' }, { message: 'Not Found', code: '', status: undefined }],
    [{ choices: [], error: null }, null],
    ['text', null],
  ])('reads %j', (body, expected) => {
    expect(parseErrorBody(body)).toEqual(expected);
  });
});
