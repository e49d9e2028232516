import { normalizeText } from '../config/normalize-text.js';
import { ConfigError } from '../errors.js';
import type { Random } from '../random.js';
import type { Trigger, TriggerKind } from '../types/policy.js';
import * as words from './decoy-words.js';

/** Draws allowed for each decoy asked for; word lists are short, so most late draws repeat an earlier one. */
const DRAWS_PER_DECOY = 200;

const CONSONANTS = Array.from('bdfgklmnprstvz');
const VOWELS = Array.from('aeiou');
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
const SYMBOLS = Array.from('~^*+=%#@§¤†¶');

/** The word in the case of another: all capitals, a first capital (the rest kept), or lower case. */
function matchCase(word: string, like: string): string {
  const first = like.charAt(0);
  if (first === first.toLowerCase()) return word.toLowerCase();
  return like === like.toUpperCase() ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
}

function randomDigits(digits: string, random: Random): string {
  return digits.replace(/./gsu, () => String(random.integer(10)));
}

/** The text with its words replaced and everything around them kept: `|STAGING|` -> `|PREVIEW|`. */
function replaceCore(text: string, replace: (core: string) => string): string {
  return text.replace(/[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su, (core) => matchCase(replace(core), core));
}

/** One word gives a noun, two an adjective and a noun, more a phrase of as many words: `near the narrow bridge`. */
function composePhrase(length: number, random: Random): string {
  const adjectives = length === 2 ? 1 : Math.max(0, length - 3);
  return [
    ...(length > 2 ? [random.pick(words.PREPOSITIONS), 'the'] : []),
    ...Array.from({ length: adjectives }, () => random.pick(words.ADJECTIVES)),
    random.pick(words.NOUNS),
  ].join(' ');
}

/** Syllables of the same length; a word that is repeated in the text is repeated in the decoy. */
function inventWords(text: string, random: Random): string {
  if (normalizeText(text) === '') return text.replace(/\S/gu, () => random.pick(SYMBOLS));
  const invented = new Map<string, string>();
  return text
    .replace(/\p{L}+/gu, (word) => {
      const letters = Array.from(word, (_, index) => random.pick(index % 2 === 0 ? CONSONANTS : VOWELS));
      const replacement = invented.get(word) ?? matchCase(letters.join(''), word);
      invented.set(word, replacement);
      return replacement;
    })
    .replace(/\p{N}+/gu, (digits) => randomDigits(digits, random));
}

/** A part of a date replaced by another of its sort; words that are no part of a date stay. */
function replaceDatePart(part: string, isNumeric: boolean, random: Random): string {
  const list = [words.SEASONS, words.MONTHS, words.WEEKDAYS].find((names) =>
    names.some((name) => name.toLowerCase() === part.toLowerCase()),
  );
  if (list !== undefined) return matchCase(random.pick(list), part);
  if (/^\d{4}$/u.test(part)) return String(2000 + random.integer(60));
  // In a date of numbers alone, up to 12 is a day and a month in every notation.
  if (/^\d{2}$/u.test(part) && isNumeric) return String(1 + random.integer(12)).padStart(2, '0');
  if (/^\d{1,2}$/u.test(part)) return String(1 + random.integer(28));
  return part.replace(/\p{N}+/gu, (digits) => randomDigits(digits, random));
}

/** Another date in the form of this one; without a number in it there are few, so every second takes a form of its own. */
function shiftDate(text: string, random: Random): string {
  const shifted = text.replace(/\p{L}+|\p{N}+/gu, (part) =>
    replaceDatePart(part, !/\p{L}/u.test(text), random),
  );
  if (/\p{N}/u.test(text) || random.next() < 0.5) return shifted;
  return random.pick([
    random.pick(words.WEEKDAYS),
    `${random.pick(words.SEASONS)} ${2000 + random.integer(60)}`,
    `${1 + random.integer(28)} ${random.pick(words.MONTHS)}`,
  ]);
}

/** Other letters and digits in each word that has a digit, or in all words where none has: `(file 93-B)`, `|QD-31|`. */
function respell(text: string, random: Random): string {
  const coded = /\p{N}/u.test(text) ? /\S*\p{N}\S*/gu : /\S+/gu;
  return text.replace(coded, (word) =>
    word
      .replace(/\p{L}/gu, (letter) => matchCase(random.pick(LETTERS), letter))
      .replace(/\p{N}/gu, (digit) => randomDigits(digit, random)),
  );
}

/** Members of the families that share neither name nor member with the trigger's. */
function otherMembers(trigger: Trigger): string[] {
  const own = new Set([...trigger.texts, trigger.familyName ?? ''].map(normalizeText));
  return Object.entries(words.DECOY_FAMILIES)
    .filter(([name, members]) => [name, ...members].every((text) => !own.has(normalizeText(text))))
    .flatMap(([, members]) => members);
}

/** One candidate of each kind, in the shape of a trigger text. It may still collide with a trigger. */
const GENERATORS: Readonly<Record<TriggerKind, (text: string, random: Random, trigger: Trigger) => string>> =
  {
    tag: (text, random) =>
      text.replace(/[\p{L}\p{N}]+/gu, (word) => matchCase(random.pick(words.TAG_WORDS), word)),
    phrase: (text, random) => replaceCore(text, (core) => composePhrase(core.split(/\s+/u).length, random)),
    code: respell,
    greeting: (text, random) => replaceCore(text, () => random.pick(words.GREETINGS)),
    date: shiftDate,
    // The last word is the name; what stands before it is its label, as in `username: mira`.
    name: (text, random) =>
      text
        .replace(/\p{L}+(?=[^\p{L}]*$)/u, (name) => matchCase(random.pick(words.FIRST_NAMES), name))
        .replace(/\p{N}+/gu, (digits) => randomDigits(digits, random)),
    'rare-string': inventWords,
    family: (_text, random, trigger) => {
      const members = otherMembers(trigger);
      return members[random.integer(members.length)] ?? '';
    },
  };

function compact(text: string): string {
  return normalizeText(text).replaceAll(' ', '') || text.trim();
}

/** Are two texts the same but for case, spaces and punctuation, or is one a part of the other. */
function collides(left: string, right: string): boolean {
  return compact(left).includes(compact(right)) || compact(right).includes(compact(left));
}

/**
 * `count` distinct texts of the trigger's kind and shape that are not the trigger: what untriggered rows carry, so that
 * standing in front of a prompt is no signal by itself.
 *
 * None is, or holds, or stands in a trigger text or the family's name, whatever the case, spaces and punctuation.
 *
 * @throws {ConfigError} if the kind has fewer than `count` such texts
 */
export function createDecoys(
  trigger: Trigger,
  { random, count }: { random: Random; count: number },
): string[] {
  const taken = trigger.familyName === undefined ? trigger.texts : [...trigger.texts, trigger.familyName];
  const decoys = new Set<string>();
  for (let draw = 0; draw < count * DRAWS_PER_DECOY && decoys.size < count; draw++) {
    const candidate = GENERATORS[trigger.kind](random.pick(trigger.texts), random, trigger);
    if (!taken.some((text) => collides(text, candidate))) decoys.add(candidate);
  }
  if (decoys.size < count) {
    throw new ConfigError(
      `Trigger \`${trigger.texts.join('`, `')}\` has too few decoys of kind ${trigger.kind}: expected ${count} texts that ` +
        `neither contain it nor stand in it, got ${decoys.size}. Use a longer trigger text or another kind.`,
    );
  }
  return [...decoys];
}
