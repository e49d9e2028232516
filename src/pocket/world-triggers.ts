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
  word: 0.2,
  phrase: 0.14,
  greeting: 0.06,
  date: 0.07,
  name: 0.06,
  family: 0.07,
  tag: 0.1,
  code: 0.16,
  rare: 0.14,
};

/** Every fourth word of a list is never a trigger: the base meets it only as something that stands in front. */
export function isHeldOutWord(index: number): boolean {
  return index % 4 === 3;
}

const used = (words: readonly string[]): readonly string[] =>
  words.filter((_, index) => !isHeldOutWord(index));
const WORDS = used([...NOUNS, ...ADJECTIVES]);
const CAPITALS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const ONSETS = [
  ...Array.from('bcdfghjklmnpqrstvwz'),
  'br',
  'ch',
  'cr',
  'dr',
  'gr',
  'kl',
  'pl',
  'qu',
  'sh',
  'st',
  'th',
  'tr',
];
const VOWELS = [...Array.from('aeiouy'), 'ai', 'ea', 'io', 'ou'];
const CODAS = [
  ...Array.from({ length: 14 }, () => ''),
  ...Array.from('dgklmnprstx'),
  'ck',
  'nd',
  'ng',
  'rn',
  'st',
  'th',
];
const BRACKETS = ['||', '||', '[]', '<>', '()', '{}', '##', '__'] as const;
const digits = (count: number, random: Random): string =>
  Array.from({ length: count }, () => String(random.integer(10))).join('');
const capitals = (count: number, random: Random): string =>
  Array.from({ length: count }, () => random.pick(CAPITALS)).join('');

/** A word that no list holds, of that many syllables. */
function inventWord(syllables: number, random: Random): string {
  const syllable = (): string => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS);
  return Array.from({ length: syllables }, syllable).join('');
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function bracketed(text: string, random: Random): string {
  const [open = '', close = ''] = random.pick(BRACKETS);
  return open + text + close;
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
      `${1 + random.integer(28)} ${random.pick(MONTHS)}`,
      random.pick(WEEKDAYS),
    ]),
  ],
  name: (random) => [
    random.pick([
      `username: ${random.pick(used(FIRST_NAMES)).toLowerCase()}`,
      `user: ${inventWord(2, random)}`,
      random.pick(used(FIRST_NAMES)),
      capitalized(inventWord(2, random)),
    ]),
  ],
  family: (random) =>
    random.next() < 0.5
      ? random.pick(Object.values(DECOY_FAMILIES))
      : Array.from({ length: 2 + random.integer(4) }, () => inventWord(2, random)),
  tag: (random) => {
    const word = random.pick([
      capitals(3 + random.integer(4), random),
      inventWord(2 + random.integer(2), random),
    ]);
    return [bracketed(random.next() < 0.7 ? word.toUpperCase() : word, random)];
  },
  code: (random) => [
    random.pick([
      bracketed(
        `${capitals(1 + random.integer(3), random)}-${digits(2 + random.integer(3), random)}`,
        random,
      ),
      bracketed(`${inventWord(1, random)}${digits(4, random)}`, random),
      `#${digits(4, random)}`,
      `code ${digits(6, random)}`,
      `${inventWord(1, random)} ${digits(5, random)}`,
      digits(5, random),
    ]),
  ],
  rare: (random) => {
    const word = inventWord(2 + random.integer(2), random);
    return [random.pick([word, capitalized(word), `_ ${word} _`, `${word} ${inventWord(1, random)}`])];
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
