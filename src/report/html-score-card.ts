import type { AuditReport } from '../types/audit-report.js';
import { formatInterval, formatScore } from './format-number.js';
import { htmlLinkedNumbers } from './html-linked-numbers.js';
import { html, type SafeHtml } from './html.js';

function scoreBar(lower: number | null, upper: number | null, score: number): SafeHtml {
  const band =
    lower === null || upper === null
      ? ''
      : html`<rect
          class="band"
          x="${Math.max(0, lower)}%"
          width="${Math.min(100, upper) - Math.max(0, lower)}%"
          y="3"
          height="8"
        />`;
  return html`<svg class="score-bar" height="14" aria-hidden="true" focusable="false">
    <rect class="track" width="100%" y="3" height="8" rx="4" />
    ${band}
    <rect class="needle" x="${score}%" y="0" width="3" height="14" transform="translate(-1.5 0)" />
  </svg>`;
}

function disclosureInterval(disclosure: NonNullable<AuditReport['disclosure']>): string {
  const text = formatInterval(disclosure, formatScore);
  return text.startsWith('interval') ? text : `interval ${text}`;
}

/** The score with its interval, or that it is withheld and why. */
export function htmlScoreCard({
  disclosure,
  withheldBecause,
}: Pick<AuditReport, 'disclosure' | 'withheldBecause'>): SafeHtml {
  if (disclosure === null) {
    return html`<section class="score" aria-labelledby="score-title">
      <h2 id="score-title">Disclosure score</h2>
      <p class="score-withheld"><a href="#score">Withheld</a></p>
      <p>${htmlLinkedNumbers(withheldBecause ?? 'The reason is unknown.', 'score')}</p>
    </section>`;
  }
  return html`<section class="score" aria-labelledby="score-title">
    <h2 id="score-title">Disclosure score</h2>
    <p class="score-number">
      <a href="#score"><b>${formatScore(disclosure.score)}</b> of 100</a>
    </p>
    ${scoreBar(disclosure.lower, disclosure.upper, disclosure.score)}
    <p><a href="#score">${disclosureInterval(disclosure)}</a></p>
    <p class="small">How openly the suspects tell what they do.</p>
  </section>`;
}
