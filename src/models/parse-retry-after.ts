/** A number of seconds, as `12`, `1.5` or OpenAI's `6m0s` and `120ms`. */
const DURATION = /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/;

function parseDuration(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const parts = DURATION.exec(text);
  if (text === '' || parts === null) return null;
  const [hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = parts
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}

/**
 * Milliseconds that a server asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date; `null` if it does not.
 *
 * A date is compared with the response's own `date`, so that no clock of ours has to agree with the server's. One that
 * has passed is 0.
 *
 * Source: RFC 9110, section 10.2.3.
 */
export function parseRetryAfter(headers: Readonly<Pick<Headers, 'get'>>): number | null {
  const milliseconds = headers.get('retry-after-ms')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(milliseconds)) return Number(milliseconds);
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return null;
  const duration = parseDuration(value);
  if (duration !== null) return duration;
  const wait = Date.parse(value) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
