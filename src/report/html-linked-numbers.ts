import { html, type SafeHtml } from './html.js';

/** A word that holds a digit, with its sign and percent sign, without the full stop after it. */
const NUMBER = /([\p{L}\p{N}_.,+−-]*\p{N}[\p{L}\p{N}_%]*(?:[.,+−-]+[\p{L}\p{N}_%]+)*)/u;

/** The text with each of its numbers a link to the section that it came from. */
export function htmlLinkedNumbers(text: string, section: string): SafeHtml {
  const parts = text.split(NUMBER);
  return html`${parts.map((part, index) =>
    index % 2 === 0 ? part : html`<a href="#${section}">${part}</a>`,
  )}`;
}
