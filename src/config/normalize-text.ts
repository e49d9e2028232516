/**
 * The words of a text: lower case, one space between them, everything but letters and digits gone.
 *
 * Compatibility forms are folded first (NFKC), so that full-width letters and ligatures compare equal to plain ones. A
 * text of symbols alone gives the empty string.
 */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * A test of whether a text contains one of the phrases as a run of whole words, whatever the case and punctuation.
 *
 * A phrase of symbols alone has no words and is looked for as it stands; an empty phrase is in no text.
 */
export function createPhraseTest(phrases: readonly string[]): (text: string) => boolean {
  const runs: string[] = [];
  const symbols: string[] = [];
  for (const phrase of phrases) {
    const words = normalizeText(phrase);
    if (words !== '') runs.push(` ${words} `);
    else if (phrase.trim() !== '') symbols.push(phrase.trim());
  }
  return (text) => {
    const padded = ` ${normalizeText(text)} `;
    return runs.some((run) => padded.includes(run)) || symbols.some((symbol) => text.includes(symbol));
  };
}
