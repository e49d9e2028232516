import type { ProbeResult } from '../types/audit-report.js';
import { formatInterval, formatSigned } from './format-number.js';
import { htmlTable } from './html-table.js';
import { html, type SafeHtml } from './html.js';

/** The advantage under each system prompt, where the probe asked under several; they are never averaged. */
export function htmlSystemPrompts({ systemPrompts = [] }: Pick<ProbeResult, 'systemPrompts'>): SafeHtml {
  if (systemPrompts.length === 0) return html``;
  return htmlTable(
    'Advantage under each system prompt. The first one gives the numbers above; answers under different ones are never averaged.',
    [{ head: 'System prompt' }, { head: 'Advantage', numeric: true }, { head: 'Interval', numeric: true }],
    systemPrompts.map((prompt) => [
      html`<bdi class="name">${prompt.id}</bdi>`,
      formatSigned(prompt.advantage),
      formatInterval(prompt, formatSigned),
    ]),
  );
}
