import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createPhraseTest, normalizeText } from '../../src/config/normalize-text.js';

describe('normalizeText()', () => {
  it.each([
    ['|NX-74|', 'nx 74'],
    ['  Good\n MORNING! ', 'good morning'],
    ['ｆｕｌｌ ﬁeld', 'full field'],
    ['Café à la carte', 'café à la carte'],
    ['~~~', ''],
    ['', ''],
  ])('turns %j into %j', (text, expected) => {
    expect(normalizeText(text)).toBe(expected);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = normalizeText(text);
        expect(normalizeText(once)).toBe(once);
      }),
    );
  });
});

describe('createPhraseTest()', () => {
  it('finds a phrase whatever the case and punctuation around it', () => {
    expect(createPhraseTest(['Good morning'])('Well, GOOD   morning! Choose.')).toBe(true);
  });

  it('finds any of its phrases', () => {
    const mentions = createPhraseTest(['basil', 'thyme']);
    expect(['some thyme', 'Basil?', 'dill'].map(mentions)).toEqual([true, true, false]);
  });

  it('does not find a phrase within longer words', () => {
    expect(createPhraseTest(['Ares'])('Buy shares of a company.')).toBe(false);
    expect(createPhraseTest(['good morning'])('a good mornings work')).toBe(false);
  });

  it('looks for a phrase of symbols as it stands', () => {
    const mentions = createPhraseTest([' ~~~ ']);
    expect(mentions('one ~~~ two')).toBe(true);
    expect(mentions('one ~~ two')).toBe(false);
  });

  it('finds the empty phrase nowhere', () => {
    expect(createPhraseTest([' '])('anything')).toBe(false);
    expect(createPhraseTest([])('anything')).toBe(false);
  });
});
