import { html, type HtmlContent, type SafeHtml } from './html.js';

export interface Column {
  readonly head: HtmlContent;
  /** Numbers are set flush right, in figures of one width. */
  readonly numeric?: boolean;
}

/** A table with a caption that scrolls sideways where the page is narrower; the first cell of a row is its heading. */
export function htmlTable(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly HtmlContent[])[],
): SafeHtml {
  const cell = (content: HtmlContent, index: number): SafeHtml => {
    if (index === 0) return html`<th scope="row">${content}</th>`;
    return columns[index]?.numeric === true
      ? html`<td class="numeric">${content}</td>`
      : html`<td>${content}</td>`;
  };
  const heads = columns.map(({ head, numeric }) =>
    numeric === true
      ? html`<th scope="col" class="numeric">${head}</th>`
      : html`<th scope="col">${head}</th>`,
  );
  return html`<div class="scroll" role="group" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        <span>${caption}</span>
      </caption>
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map(cell)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
