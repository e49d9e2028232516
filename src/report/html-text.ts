import { formatNumber } from './format-number.js';
import { html, type SafeHtml } from './html.js';

/** Longer texts go behind a fold, so that one answer does not push the next off the page. */
const LONGEST_SHOWN = 1200;
const LONGEST_HEAD = 200;

/** Text from a model or a file, line breaks kept, direction by its own first letter. */
export function htmlText(text: string): SafeHtml {
  if (text === '') return html`<p class="empty">(empty)</p>`;
  if (text.length <= LONGEST_SHOWN) return html`<pre dir="auto">${text}</pre>`;
  // The cut may have fallen inside a surrogate pair.
  const head = text.slice(0, LONGEST_HEAD).replace(/\p{Surrogate}$/u, '');
  return html`<details class="long">
    <summary><bdi>${head}</bdi>… (${formatNumber(text.length)} characters)</summary>
    <pre dir="auto">${text}</pre>
  </details>`;
}
