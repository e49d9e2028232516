import { html, SafeHtml } from './html.js';
import { REPORT_CSS } from './report-css.js';

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** A whole page in one file: no script, no network, no fonts, and a policy that would stop them. `css` is ours, never input. */
export function htmlPage(title: string, main: SafeHtml, css = ''): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new SafeHtml(CONTENT_SECURITY_POLICY)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${new SafeHtml(REPORT_CSS + css)}
        </style>
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html>`;
  return `${page.markup}\n`;
}
