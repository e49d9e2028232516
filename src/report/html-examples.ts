import type { ItemScore, ProbeResult } from '../types/audit-report.js';
import { htmlText } from './html-text.js';
import { html, type SafeHtml } from './html.js';

function exampleHtml({ example }: ItemScore): SafeHtml {
  if (example === undefined) return html`<dt>No example was kept.</dt>`;
  return html`<dt>Prompt as sent</dt>
    <dd>${htmlText(example.prompt)}</dd>
    <dt>A suspect answered</dt>
    <dd class="of-suspect">${htmlText(example.suspect)}</dd>
    <dt>A control answered</dt>
    <dd class="of-control">${htmlText(example.control)}</dd>`;
}

function itemHtml(item: ItemScore): SafeHtml {
  return html`<li>
    <dl class="example">
      <dt><bdi class="name">${item.item}</bdi></dt>
      <dd>${htmlText(item.text)}</dd>
      ${exampleHtml(item)}
    </dl>
  </li>`;
}

/** The wordings (or candidates) as asked, each with a prompt and two answers, behind a fold. */
export function htmlExamples({ id, items }: Pick<ProbeResult, 'id' | 'items'>): SafeHtml {
  if (items.length === 0) return html``;
  const what = id === 'recognition' ? 'Candidates' : 'Wordings';
  return html`<details class="examples">
    <summary>${what} asked, and example answers (${items.length})</summary>
    <ol>
      ${items.map(itemHtml)}
    </ol>
  </details>`;
}
