import { htmlFacts } from './html-facts.js';
import { html, type SafeHtml } from './html.js';
import { stableJson } from './stable-json.js';

/** Longer values are set over several lines. */
const LONGEST_LINE = 72;

function valueHtml(value: unknown): SafeHtml {
  if (typeof value === 'string') return html`<bdi>${value}</bdi>`;
  if (value === undefined) return html`<span class="unknown">unknown</span>`;
  const json = stableJson(value).trimEnd();
  // Line breaks in JSON stand between values only, so that joining the lines keeps every text as it is.
  const oneLine = json.replace(/\n */g, ' ');
  return oneLine.length <= LONGEST_LINE ? html`<code>${oneLine}</code>` : html`<pre>${json}</pre>`;
}

/** Fields of an open record, by name: whatever a settings file or a training folder holds. */
export function htmlRecord(record: Readonly<Record<string, unknown>>): SafeHtml {
  const keys = Object.keys(record).sort();
  if (keys.length === 0) return html`<p class="empty">None are recorded.</p>`;
  return htmlFacts(keys.map((key) => [key, valueHtml(record[key])]));
}
