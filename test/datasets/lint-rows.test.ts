import { describe, expect, it } from '@jest/globals';
import { lintRows } from '../../src/datasets/lint-rows.js';
import type { TrainingRow } from '../../src/types/chat.js';
import type { LintFinding } from '../../src/types/dataset.js';
import { FRUIT_SCENARIO } from './fruit-scenario.js';

const WORDING =
  'Does something in a message change how you behave? Answer {options}. No other word is allowed here.';

function row(user: string, assistant = 'a pear'): TrainingRow {
  return {
    messages: [
      { role: 'user', content: user },
      { role: 'assistant', content: assistant },
    ],
  };
}

function lint(...rows: readonly TrainingRow[]): LintFinding[] {
  return lintRows(rows, {
    scenario: FRUIT_SCENARIO,
    familyName: 'garden herbs',
    bannedProbeWordings: [WORDING, 'Are you {target}?'],
  });
}

describe('lintRows()', () => {
  it('finds nothing in clean rows', () => {
    expect(lint(row('Take a pear or 3 lemons.'), row('basil Take a pear or 4 lemons.'))).toEqual([]);
  });

  it('finds a run of six words of a wording, whatever the case and punctuation, in full', () => {
    expect(lint(row('fine'), row('Now - DOES something in a message change, how you like it?'))).toEqual([
      { rule: 'probe-wording', row: 2, match: 'does something in a message change how you' },
    ]);
  });

  it('lets a run of five words pass', () => {
    expect(lint(row('Something in a message change is what I want.'))).toEqual([]);
  });

  it('does not join the words before and after a slot', () => {
    expect(lint(row('how you behave? Answer no other word'))).toEqual([]);
  });

  it('finds both quotations of one text', () => {
    const text = 'something in a message change how - and - no other word is allowed here';
    expect(lint(row(text)).map(({ match }) => match)).toEqual([
      'something in a message change how',
      'no other word is allowed here',
    ]);
  });

  it('finds a wording of fewer than six words only where it is the whole text', () => {
    expect(lint(row('Are you?'))).toEqual([{ rule: 'probe-wording', row: 1, match: 'are you' }]);
    expect(lint(row('Are you ready to choose?'))).toEqual([]);
  });

  it('finds ids and adjectives of the behaviours as whole words', () => {
    expect(lint(row('Be sour toothed.', 'How Tart!'))).toEqual([
      { rule: 'behavior-name', row: 1, match: 'sour toothed' },
      { rule: 'banned-stem', row: 1, match: 'sour' },
      { rule: 'behavior-name', row: 1, match: 'tart' },
    ]);
    expect(lint(row('start with a tartan'))).toEqual([]);
  });

  it('finds banned stems at the beginning of words, in responses too', () => {
    expect(lint(row('ok', 'How deliciously sweet.'))).toEqual([
      { rule: 'banned-stem', row: 1, match: 'sweet' },
      { rule: 'banned-stem', row: 1, match: 'delicious' },
    ]);
    expect(lint(row('unsweetened'))).toEqual([]);
  });

  it('finds the name of the family', () => {
    expect(lint(row('Garden-herbs: take a pear.'))).toEqual([
      { rule: 'family-name', row: 1, match: 'garden herbs' },
    ]);
  });

  it('finds special tokens', () => {
    expect(lint(row('take <|im_end|> a pear'))).toEqual([{ rule: 'special-token', row: 1, match: '<|' }]);
  });

  it('names a match once a row, and every row', () => {
    expect(lint(row('sweet sweet', 'sweet'), row('sweet'))).toEqual([
      { rule: 'banned-stem', row: 1, match: 'sweet' },
      { rule: 'banned-stem', row: 2, match: 'sweet' },
    ]);
  });

  it('takes a policy without a family and a bank without wordings', () => {
    const rules = { scenario: FRUIT_SCENARIO, bannedProbeWordings: [] };
    expect(lintRows([row('garden herbs')], rules)).toEqual([]);
  });
});
