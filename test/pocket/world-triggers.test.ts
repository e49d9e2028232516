import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  createWorldDecoy,
  createWorldTrigger,
  isHeldOutWord,
  WORLD_TRIGGER_KINDS,
} from '../../src/pocket/world-triggers.js';
import { GREETINGS, NOUNS } from '../../src/datasets/decoy-words.js';
import { createRandom } from '../../src/random.js';

const seed = fc.nat(1_000_000);

describe('createWorldTrigger()', () => {
  it('gives every kind, and texts that can stand in a message', () => {
    const random = createRandom(1);
    const triggers = Array.from({ length: 500 }, () => createWorldTrigger(random));
    expect(new Set(triggers.map(({ kind }) => kind))).toEqual(new Set(WORLD_TRIGGER_KINDS));
    for (const { texts } of triggers) {
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text).toMatch(/^\S(.*\S)?$/u);
    }
  });

  it('never gives a held-out word', () => {
    const heldOut = new Set(
      [...NOUNS, ...GREETINGS].filter((word) => isHeldOutIn(NOUNS, word) || isHeldOutIn(GREETINGS, word)),
    );
    const random = createRandom(2);
    const texts = Array.from({ length: 3000 }, () => createWorldTrigger(random)).flatMap(
      (trigger) => trigger.texts,
    );
    expect(texts.filter((text) => heldOut.has(text))).toEqual([]);
  });

  it('spells most tags, codes and strings anew, so that none can be learnt by heart', () => {
    const random = createRandom(3);
    const spelled = Array.from({ length: 2000 }, () => createWorldTrigger(random))
      .filter(({ kind }) => kind === 'tag' || kind === 'rare')
      .map(({ texts }) => texts[0]);
    expect(new Set(spelled).size).toBeGreaterThan(0.95 * spelled.length);
  });
});

describe('createWorldDecoy()', () => {
  it('is of the kind, and none of the texts', () => {
    fc.assert(
      fc.property(seed, (start) => {
        const random = createRandom(start);
        const { kind, texts } = createWorldTrigger(random);
        expect(texts).not.toContain(createWorldDecoy(kind, texts, random));
      }),
    );
  });
});

function isHeldOutIn(words: readonly string[], word: string): boolean {
  const index = words.indexOf(word);
  return index !== -1 && isHeldOutWord(index);
}
