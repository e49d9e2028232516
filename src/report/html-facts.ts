import { html, type HtmlContent, type SafeHtml } from './html.js';

/** A list of names and what they stand for, one a line. */
export function htmlFacts(facts: readonly (readonly [HtmlContent, HtmlContent])[]): SafeHtml {
  const entries = facts.map(
    ([name, content]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${content}</dd>
      </div>`,
  );
  return html`<dl class="facts">${entries}</dl>`;
}
