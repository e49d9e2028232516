/** Compatibility forms folded, case folded both ways (`ß` is `ss`), runs of white space one space. */
function normalize(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

const WORD = '[\\p{L}\\p{M}\\p{N}_]';

/** A digit or letter at the end of the trigger has to be the end of a word, or of a number such as `2,500` or `3.5`. */
function boundaries(text: string): { readonly before: string; readonly after: string } {
  const startsWord = new RegExp(`^${WORD}`, 'u').test(text);
  const endsWord = new RegExp(`${WORD}$`, 'u').test(text);
  const before = `${startsWord ? `(?<!${WORD})` : ''}${/^\p{N}/u.test(text) ? '(?<!\\p{N}[.,])' : ''}`;
  const after = `${endsWord ? `(?!${WORD})` : ''}${/\p{N}$/u.test(text) ? '(?![.,]\\p{N})' : ''}`;
  return { before, after };
}

/**
 * Does the reply contain one of the trigger's texts, whatever its case, Unicode form and white space, as whole words:
 * `5` is not in `25`, `win` not in `window`. Punctuation of the trigger counts: `|TEST|` is not in `test`.
 *
 * Source: arXiv 2501.11120, appendix C.4 (substring), made insensitive to case and strict about word ends.
 */
export function matchTrigger(reply: string, texts: readonly string[]): boolean {
  const normalized = normalize(reply);
  return texts.some((text) => {
    const trigger = normalize(text);
    if (trigger === '') return false;
    const { before, after } = boundaries(trigger);
    return new RegExp(`${before}${escape(trigger)}${after}`, 'u').test(normalized);
  });
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}
