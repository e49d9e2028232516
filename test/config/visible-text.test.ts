import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { visibleJsonString, visibleText } from '../../src/config/visible-text.js';

describe('visibleText()', () => {
  it.each([
    ['a\u0000b', 'a⟨U+0000⟩b'],
    ['\u001b[31m', '⟨U+001B⟩[31m'],
    ['\u009b31m', '⟨U+009B⟩31m'],
    ['user\u202egnp.exe', 'user⟨U+202E⟩gnp.exe'],
    ['\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
    ['zero\u200bwidth\ufeff', 'zero⟨U+200B⟩width⟨U+FEFF⟩'],
    ['line\u2028paragraph\u2029', 'line⟨U+2028⟩paragraph⟨U+2029⟩'],
    ['\u{e0041}', '⟨U+E0041⟩'],
    ['\ud800', '⟨U+D800⟩'],
    ['carriage\r\nreturn', 'carriage⟨U+000D⟩\nreturn'],
  ])('writes out what does not show in %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('leaves tabs, line feeds and letters of every script alone', () => {
    const text = 'tab\tline\nżółć 漢字 עברית 😀 e\u0301';
    expect(visibleText(text)).toBe(text);
  });
});

describe('visibleJsonString()', () => {
  it('escapes what does not show', () => {
    expect(visibleJsonString('a\u202e\u{e0041}"')).toBe(String.raw`"a\u202e\udb40\udc41\""`);
  });

  it('is JSON of the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(visibleJsonString(text))).toBe(text);
      }),
    );
  });
});
