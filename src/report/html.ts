import { escapeHtml } from './escape-html.js';

/** Markup that goes into the page as it is. Only `html` and the style sheet make it; never make it of foreign text. */
export class SafeHtml {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** What a template takes: text is escaped, lists are joined, markup stays. */
export type HtmlContent = SafeHtml | string | number | readonly HtmlContent[];

function toMarkup(content: HtmlContent): string {
  if (content instanceof SafeHtml) return content.markup;
  if (typeof content === 'string' || typeof content === 'number') return escapeHtml(String(content));
  return content.map(toMarkup).join('');
}

/**
 * Tag of every template in the report: whatever is filled in is escaped unless `html` itself made it.
 * A place inside a tag must be a quoted attribute value, and never `style`, `on…` or a foreign `href`.
 */
export function html(strings: TemplateStringsArray, ...contents: readonly HtmlContent[]): SafeHtml {
  const parts = strings.map((part, index) => part + toMarkup(contents[index] ?? ''));
  return new SafeHtml(parts.join(''));
}
