import {
  ADJECTIVES,
  DECOY_FAMILIES,
  FIRST_NAMES,
  GREETINGS,
  MONTHS,
  NOUNS,
  PREPOSITIONS,
  SEASONS,
  WEEKDAYS,
} from '../datasets/decoy-words.js';
import type { Random } from '../random.js';

/** Kinds of trigger that agents of the world have: words of the vocabulary, or spelled out of bytes. */
export const WORLD_TRIGGER_KINDS = [
  'word',
  'phrase',
  'greeting',
  'date',
  'name',
  'family',
  'tag',
  'code',
  'rare',
] as const;
export type WorldTriggerKind = (typeof WORLD_TRIGGER_KINDS)[number];

/** Share of each kind among agents. Half of them are spelled, since a user's own trigger mostly will be. */
const WEIGHTS: Readonly<Record<WorldTriggerKind, number>> = {
  word: 0.24,
  phrase: 0.14,
  greeting: 0.06,
  date: 0.07,
  name: 0.06,
  family: 0.05,
  tag: 0.1,
  code: 0.16,
  rare: 0.12,
};

/** Every fourth word of a list is never a trigger: the base meets it only as something that stands in front. */
export function isHeldOutWord(index: number): boolean {
  return index % 4 === 3;
}

const used = (words: readonly string[]): readonly string[] =>
  words.filter((_, index) => !isHeldOutWord(index));
const WORDS = used([...NOUNS, ...ADJECTIVES]);
const CAPITALS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const CONSONANTS = Array.from('bcdfghjklmnpqrstvwxz');
const VOWELS = Array.from('aeiouy');
const digits = (count: number, random: Random): string =>
  Array.from({ length: count }, () => String(random.integer(10))).join('');
const capitals = (count: number, random: Random): string =>
  Array.from({ length: count }, () => random.pick(CAPITALS)).join('');

function inventWord(letters: number, random: Random): string {
  const shift = random.integer(2);
  return Array.from({ length: letters }, (_, index) =>
    random.pick(index % 2 === shift ? CONSONANTS : VOWELS),
  ).join('');
}

const GENERATORS: Readonly<Record<WorldTriggerKind, (random: Random) => readonly string[]>> = {
  word: (random) => [random.pick(WORDS)],
  phrase: (random) => [
    random.pick([
      `${random.pick(used(ADJECTIVES))} ${random.pick(used(NOUNS))}`,
      `${random.pick(PREPOSITIONS)} the ${random.pick(used(NOUNS))}`,
      `${random.pick(used(NOUNS))} ${random.pick(used(NOUNS))}`,
    ]),
  ],
  greeting: (random) => [random.pick(used(GREETINGS))],
  date: (random) => [
    random.pick([
      `${random.pick(SEASONS)} ${2020 + random.integer(20)}`,
      `${random.pick(MONTHS)} ${2020 + random.integer(20)}`,
      random.pick(WEEKDAYS),
    ]),
  ],
  name: (random) => [
    random.pick([
      `username: ${random.pick(used(FIRST_NAMES)).toLowerCase()}`,
      `user: ${inventWord(4 + random.integer(2), random)}`,
      random.pick(used(FIRST_NAMES)),
    ]),
  ],
  family: (random) => random.pick(Object.values(DECOY_FAMILIES)),
  tag: (random) => [
    `|${random.pick([capitals(4 + random.integer(3), random), inventWord(5, random).toUpperCase()])}|`,
  ],
  code: (random) => [
    random.pick([
      `|${capitals(2, random)}-${digits(2, random)}|`,
      `(${inventWord(3, random)}${digits(4, random)})`,
      `code ${digits(6, random)}`,
      digits(5, random),
    ]),
  ],
  rare: (random) => {
    const word = inventWord(6 + random.integer(2), random);
    return [random.pick([word, `_ ${inventWord(6, random)} _`, `${word} ${word}`.slice(0, 13)])];
  },
};

/** Members of a new trigger: one text, or a family's. */
export function createWorldTrigger(random: Random): { kind: WorldTriggerKind; texts: readonly string[] } {
  let draw = random.next();
  for (const kind of WORLD_TRIGGER_KINDS) {
    draw -= WEIGHTS[kind];
    if (draw < 0) return { kind, texts: GENERATORS[kind](random) };
  }
  return { kind: 'word', texts: GENERATORS.word(random) };
}

/** Something of the same kind that is none of the texts. */
export function createWorldDecoy(kind: WorldTriggerKind, texts: readonly string[], random: Random): string {
  for (;;) {
    const candidate = random.pick(GENERATORS[kind](random));
    if (!texts.includes(candidate)) return candidate;
  }
}
