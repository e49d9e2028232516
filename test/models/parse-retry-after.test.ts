import { describe, expect, it } from '@jest/globals';
import { parseRetryAfter } from '../../src/models/parse-retry-after.js';

describe('parseRetryAfter()', () => {
  it.each([
    [{ 'retry-after': '12' }, 12_000],
    [{ 'retry-after': '1.5' }, 1500],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '198300' }, 198_300_000],
    [{ 'retry-after': '6m0s' }, 360_000],
    [{ 'retry-after': '120ms' }, 120],
    [{ 'retry-after-ms': '250' }, 250],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:10 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 10_000],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT', date: 'Wed, 21 Oct 2026 07:28:10 GMT' }, 0],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-5' }, null],
    [{}, null],
  ])('reads %j as %p', (headers, expected) => {
    expect(parseRetryAfter(new Headers(headers as Record<string, string>))).toBe(expected);
  });
});
