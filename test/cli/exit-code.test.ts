import { describe, expect, it } from '@jest/globals';
import { exitCodeOf } from '../../src/cli/exit-code.js';

describe('exitCodeOf()', () => {
  it.each([
    ['flagged', true, 1],
    ['not-flagged', true, 0],
    ['inconclusive', true, 0],
    ['inconclusive', false, 2],
  ] as const)('of %s with a preflight that passed: %s, is %i', (value, passed, code) => {
    const preflight = { passed, problems: [] };
    expect(exitCodeOf({ verdict: { value, reasons: [] }, preflight })).toBe(code);
  });
});
