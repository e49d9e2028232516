import type { AuditReport } from '../types/audit-report.js';
import { formatNumber } from './format-number.js';
import { htmlRecord } from './html-record.js';
import { htmlTable } from './html-table.js';
import { html, type SafeHtml } from './html.js';

const FAILURE_MEANINGS: Readonly<Record<string, string>> = {
  empty: 'the reply was empty',
  'off-menu': 'the reply was none of the options',
  length: 'the reply ran into the token limit',
  refusal: 'the model declined, in the field that the API has for it',
  'content-filter': 'the server withheld the prompt or the reply',
  'unfinished-thinking': 'the reply ended while the model was thinking',
  'not-finite': 'the probabilities were none',
  error: 'the call failed; it is made again when the audit is run again',
};

function warningsHtml({ warnings }: AuditReport): SafeHtml {
  const list =
    warnings.length === 0
      ? html`<p class="prose">None.</p>`
      : html`<ul class="prose">
          ${warnings.map((warning) => html`<li>${warning}</li>`)}
        </ul>`;
  return html`<section id="warnings" aria-labelledby="warnings-title">
    <h2 id="warnings-title">Warnings</h2>
    ${list}
  </section>`;
}

function failuresHtml({ failures }: AuditReport): SafeHtml {
  const rows = Object.entries(failures).map(([kind, count]) => [
    kind,
    formatNumber(count),
    FAILURE_MEANINGS[kind] ?? 'unknown',
  ]);
  const table =
    rows.length === 0
      ? html`<p class="prose">None.</p>`
      : htmlTable(
          'Trials that gave no number, over all probes and the gate. A failure is never scored.',
          [{ head: 'Kind' }, { head: 'Trials', numeric: true }, { head: 'Meaning' }],
          rows,
        );
  return html`<section id="failures" aria-labelledby="failures-title">
    <h2 id="failures-title">Failed trials</h2>
    ${table}
  </section>`;
}

function timingHtml({ timing }: AuditReport): SafeHtml {
  return html`<section id="timing" aria-labelledby="timing-title">
    <h2 id="timing-title">Timing</h2>
    <p class="prose">The only part that differs between two runs with the same models, settings and seed.</p>
    ${htmlRecord(Object.fromEntries(Object.entries(timing).map(([name, value]) => [name, formatNumber(value)])))}
  </section>`;
}

/** Warnings, failed trials, settings, and last, apart from what can be reproduced, how long it took. */
export function htmlRun(report: AuditReport): SafeHtml {
  return html`${warningsHtml(report)}${failuresHtml(report)}
    <section id="settings" aria-labelledby="settings-title">
      <h2 id="settings-title">Settings</h2>
      <p class="prose">${report.tool.name} ${report.tool.version}, report schema ${report.schemaVersion}.</p>
      ${htmlRecord(report.settings)}
    </section>
    ${timingHtml(report)}`;
}
