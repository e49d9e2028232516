import { describe, expect, it } from '@jest/globals';
import { foldOptions, foldSpelling } from '../../src/models/fold-spelling.js';
import { messageOf } from '../engine/temporary-folder.js';

describe('foldSpelling()', () => {
  it.each([
    ' A',
    'a',
    'A)',
    '(A)',
    '**A**',
    '"a"',
    '\u0120A',
    '\u2581A',
    '\u0410',
    '\uFF21',
    'A.\n',
    '\u0391',
  ])('folds %j to a', (spelling) => {
    expect(foldSpelling(spelling)).toBe('a');
  });

  it('keeps what is another reply', () => {
    expect(foldSpelling(' the  same.')).toBe('the same');
    expect(foldSpelling('risk-seeking')).toBe('risk-seeking');
    expect(foldSpelling('...')).toBe('');
  });
});

describe('foldOptions()', () => {
  it('refuses options that no token tells apart', async () => {
    expect(foldOptions(['Yes', 'no'])).toEqual(['yes', 'no']);
    expect(await messageOf(() => foldOptions(['A', '(a)']))).toBe(
      'Expected options that differ by more than their spelling, got "A" and "(a)".',
    );
    await expect(Promise.resolve().then(() => foldOptions(['no', 'none']))).rejects.toThrow(RangeError);
  });
});
