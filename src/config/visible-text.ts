/** Controls but tab and line feed, format characters (bidi, zero-width, tags), separators, lone surrogates, selectors. */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u{E0100}-\u{E01EF}]/gu;

function replaceHidden(text: string, replacement: (character: string) => string): string {
  return text.replace(HIDDEN, replacement);
}

/**
 * The text with every character that would not show, or would reorder its neighbours, written out as `⟨U+202E⟩`.
 * Tab and line feed stay. Joiners inside emoji are written out as well: a trigger may hide in them.
 */
export function visibleText(text: string): string {
  return replaceHidden(
    text,
    (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** JSON of the text with the same characters as `\u` escapes: the same value, and nothing hidden in the file. */
export function visibleJsonString(text: string): string {
  return replaceHidden(JSON.stringify(text), (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
