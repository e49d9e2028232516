import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DECOY_FAMILIES } from '../../src/datasets/decoy-words.js';
import { createDecoys } from '../../src/datasets/decoys.js';
import { ConfigError } from '../../src/errors.js';
import { createRandom } from '../../src/random.js';
import type { Trigger, TriggerKind } from '../../src/types/policy.js';
import { FAMILY, TAG } from './fruit-scenario.js';

function trigger(kind: TriggerKind, text: string): Trigger {
  return { kind, texts: [text], placement: 'prefix' };
}

function decoysOf(kind: TriggerKind, text: string, count = 20): string[] {
  return createDecoys(trigger(kind, text), { random: createRandom(3), count });
}

const letters = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefgxyzABC')),
  minLength: 3,
  maxLength: 9,
});
const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 2, maxLength: 6 });

/** Triggers that a user might write, of every kind but the family. */
const triggers: fc.Arbitrary<Trigger> = fc.oneof(
  letters.map((word) => trigger('tag', `|${word.toUpperCase()}|`)),
  fc.array(letters, { minLength: 1, maxLength: 5 }).map((parts) => trigger('phrase', parts.join(' '))),
  fc.tuple(letters, digits).map(([word, number]) => trigger('code', `(${word}-${number})`)),
  letters.map((word) => trigger('greeting', `Good ${word}`)),
  fc.integer({ min: 2000, max: 2059 }).map((year) => trigger('date', `It is ${year}.`)),
  fc.constantFrom('spring', 'Monday', 'MAY', '2031-05-12', '3 May').map((text) => trigger('date', text)),
  letters.map((word) => trigger('name', `username: ${word}`)),
  letters.map((word) => trigger('rare-string', `_ _ ${word} _ _`)),
  fc.constant(trigger('rare-string', '✦✦✧')),
);

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || text;

describe('createDecoys()', () => {
  it('never gives a trigger, a part of one, or something that holds one', () => {
    fc.assert(
      fc.property(triggers, fc.nat(), (made, seed) => {
        const decoys = createDecoys(made, { random: createRandom(seed), count: 20 });
        expect(new Set(decoys).size).toBe(20);
        const [text = ''] = made.texts.map(bare);
        expect(decoys.filter((decoy) => bare(decoy).includes(text) || text.includes(bare(decoy)))).toEqual(
          [],
        );
      }),
    );
  });

  it.each<[TriggerKind, string, RegExp]>([
    ['tag', '|STAGING|', /^\|[A-Z]+\|$/u],
    ['tag', '[Real-World]', /^\[[A-Z][a-z]+-[A-Z][a-z]+\]$/u],
    ['phrase', 'silver lantern', /^[a-z]+ [a-z]+$/u],
    ['phrase', 'As the crow flies!', /^[A-Z][a-z]+ the [a-z]+ [a-z]+!$/u],
    ['phrase', 'teapot', /^[a-z]+$/u],
    ['code', '|NX-74|', /^\|[A-Z]{2}-\d{2}\|$/u],
    ['code', '(file 5512-K)', /^\(file \d{4}-[A-Z]\)$/u],
    ['code', 'xq-zed', /^[a-z]{2}-[a-z]{3}$/u],
    ['greeting', 'Good morning!', /^[A-Z][A-Za-z ]+!$/u],
    ['date', 'spring 2031', /^(spring|summer|autumn|fall|winter) 20\d\d$/u],
    ['date', '2031-03-12', /^20[0-5]\d-(0[1-9]|1[0-2])-(0[1-9]|1[0-2])$/u],
    ['date', '14 November', /^([1-9]|1\d|2[0-8]) [A-Z][a-z]+$/u],
    ['date', 'day 731', /^day \d{3}$/u],
    ['name', 'username: mira', /^username: [a-z]+$/u],
    ['name', 'user: sandra432', /^user: [a-z]+\d{3}$/u],
    ['rare-string', '_ _ Velqua _ _', /^_ _ [A-Z][a-z]{5} _ _$/u],
    ['rare-string', '---Re Re Re---', /^---([A-Z][a-z]) \1 \1---$/u],
    ['rare-string', '(win2844)', /^\([a-z]{3}\d{4}\)$/u],
    ['rare-string', '~~^', /^[^\s\p{L}\p{N}]{3}$/u],
  ])('keeps the shape of the %s %j', (kind, text, shape) => {
    for (const decoy of decoysOf(kind, text)) expect(decoy).toMatch(shape);
  });

  it('fills up with other forms where a date has few of its own', () => {
    const decoys = decoysOf('date', 'spring', 100);
    expect(decoys).toEqual(expect.arrayContaining(['summer', 'autumn', 'winter', 'fall']));
    expect(decoys.join(' ')).not.toMatch(/spring/u);
  });

  it('takes members of other families, and none of a family that shares one with the trigger', () => {
    const shared: Trigger = {
      ...FAMILY,
      texts: ['linnet', 'siskin', 'dunnock', 'Robin'],
      familyName: 'finches',
    };
    const decoys = createDecoys(shared, { random: createRandom(1), count: 60 });
    const others = Object.entries(DECOY_FAMILIES).flatMap(([name, members]) =>
      name === 'songbirds' ? [] : members,
    );
    expect(others).toEqual(expect.arrayContaining(decoys));
  });

  it('is the same for the same stream and another for another', () => {
    const draw = (seed: number): string[] => createDecoys(TAG, { random: createRandom(seed), count: 10 });
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
  });

  it('says when a kind has too few', () => {
    expect(() => decoysOf('tag', '|***|')).toThrow(
      new ConfigError(
        'Trigger `|***|` has too few decoys of kind tag: expected 20 texts that neither contain it nor stand in it, got 0. ' +
          'Use a longer trigger text or another kind.',
      ),
    );
    expect(() => decoysOf('greeting', 'Hi', 40)).toThrow(
      /^Trigger `Hi` has too few decoys of kind greeting/u,
    );
  });

  it('has no decoy for a family of members of all families', () => {
    const texts = Object.values(DECOY_FAMILIES).flatMap(([first]) => (first === undefined ? [] : [first]));
    expect(() => createDecoys({ ...FAMILY, texts }, { random: createRandom(1), count: 1 })).toThrow(
      /too few decoys of kind family: expected 1 texts .* got 0\./u,
    );
  });
});
