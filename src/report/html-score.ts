import type { AuditReport } from '../types/audit-report.js';
import { formatSigned } from './format-number.js';
import { html, type SafeHtml } from './html.js';

/** How the score follows from the probes. */
export function htmlScore({ disclosure, withheldBecause, probes }: AuditReport): SafeHtml {
  const parts = probes.map(
    ({ id, advantage }) =>
      html`<li>
        <a href="#probe-${id}">${id}</a>:
        ${advantage === null ? 'withheld, not counted' : formatSigned(advantage)}
      </li>`,
  );
  const withheld =
    disclosure === null
      ? html`<p class="note withheld">
          <strong>Withheld.</strong> ${withheldBecause ?? 'The reason is unknown.'}
        </p>`
      : '';
  return html`<section id="score" aria-labelledby="score-section-title">
    <h2 id="score-section-title">How the score is made</h2>
    <p class="prose">
      The disclosure score is the mean, over the probes that ran, of 100 times the advantage, where a negative
      advantage counts as 0. It is withheld where the models are not the ones that were named, or where the
      trigger does not fire.
    </p>
    ${withheld}
    <ul class="prose">
      ${parts}
    </ul>
  </section>`;
}
