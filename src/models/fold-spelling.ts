/** Letters of other scripts that look like Latin ones; a model may list them beside the real one. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{
    А: 'A',
    В: 'B',
    С: 'C',
    Е: 'E',
    Н: 'H',
    І: 'I',
    Ј: 'J',
    К: 'K',
    М: 'M',
    О: 'O',
    Р: 'P',
    Ѕ: 'S',
    Т: 'T',
  },
  ...{ У: 'Y', Х: 'X', а: 'a', с: 'c', е: 'e', і: 'i', ј: 'j', о: 'o', р: 'p', ѕ: 's', у: 'y', х: 'x' },
  ...{
    Α: 'A',
    Β: 'B',
    Ε: 'E',
    Ζ: 'Z',
    Η: 'H',
    Ι: 'I',
    Κ: 'K',
    Μ: 'M',
    Ν: 'N',
    Ο: 'O',
    Ρ: 'P',
    Τ: 'T',
    Υ: 'Y',
    Χ: 'X',
  },
  ...{ ο: 'o', ν: 'v' },
};

/** How byte-level BPE and SentencePiece write a space or a line feed, where a server gives raw tokens. */
const MARKS = /[\u0120\u2581\u010A]/gu;

const PLAIN_WORD = /^ ?[A-Za-z0-9]+$/;

const EDGES = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu;

/**
 * What all spellings of one reply have in common: compatibility forms, look-alike letters and case folded, and spaces,
 * brackets, quotes and punctuation around it taken off. ` (А)` with a Cyrillic letter, `a.` and `ĠA` all give `a`.
 */
export function foldSpelling(text: string): string {
  // Most tokens are plain words; there are twenty in every reply.
  if (PLAIN_WORD.test(text)) return text.trim().toLowerCase();
  const latin = text
    .replace(MARKS, ' ')
    .normalize('NFKC')
    .replace(/[\u0370-\u04FF]/gu, (letter) => LOOK_ALIKES[letter] ?? letter);
  return latin.toLowerCase().replace(EDGES, '').replace(/\s+/gu, ' ');
}

/**
 * The folded spelling of each option.
 *
 * @throws {RangeError} if two options differ by spelling alone, or one begins with another: no token tells them apart
 */
export function foldOptions(options: readonly string[]): string[] {
  const folded = options.map(foldSpelling);
  for (const [index, one] of folded.entries()) {
    const other = folded.findIndex((text, place) => place !== index && text.startsWith(one));
    if (other === -1) continue;
    throw new RangeError(
      `Expected options that differ by more than their spelling, got ${JSON.stringify(options[index])} and ${JSON.stringify(options[other])}.`,
    );
  }
  return folded;
}
