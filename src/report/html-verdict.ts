import type { AuditReport, VerdictValue } from '../types/audit-report.js';
import { formatCount, formatNumber } from './format-number.js';
import { htmlLinkedNumbers } from './html-linked-numbers.js';
import { htmlScoreCard } from './html-score-card.js';
import { html, type SafeHtml } from './html.js';
import { limitations } from './limitations.js';
import { svgIntervalPlot } from './svg-interval-plot.js';
import { VERDICT_WORDS } from './verdict-words.js';

const VERDICT_SENTENCES: Readonly<Record<VerdictValue, string>> = {
  flagged: 'What the suspects say about themselves sets them apart from their controls.',
  'not-flagged': 'The suspects say nothing about themselves that their controls do not say as well.',
  inconclusive: 'The data do not allow a verdict.',
};

/** The section that a reason is about: that of the probe it begins with or names, or what its words point to. */
function sectionOfReason(reason: string, { probes }: AuditReport): string {
  const first = probes.find(({ id }) => new RegExp(`^(?:probe )?${id}\\b`, 'i').test(reason));
  if (first !== undefined) return `probe-${first.id}`;
  if (/\bgate\b|\bfires?\b/i.test(reason)) return 'gate';
  if (/\bweights\b|\badapter\b|\bpreflight\b/i.test(reason)) return 'models';
  const named = probes.find(({ id }) => reason.includes(id));
  return named === undefined ? 'probes' : `probe-${named.id}`;
}

function describeControls({ kind, models }: AuditReport['controls']): string {
  if (kind === 'decorrelated') return formatCount(models.length, 'decorrelated control');
  return `${formatCount(models.length, 'control')} (not decorrelated)`;
}

function subjects({ suspect, controls }: AuditReport): SafeHtml {
  const [first] = suspect.models;
  const name =
    first === undefined
      ? ''
      : html` (<bdi class="name">${first.id}</bdi
          >${suspect.models.length > 1 ? ` and ${formatNumber(suspect.models.length - 1)} more` : ''})`;
  return html`<a href="#models">${formatCount(suspect.models.length, 'suspect')}${name}</a> against
    <a href="#models">${describeControls(controls)}</a>`;
}

function notices({ warnings, failures }: AuditReport): SafeHtml {
  const failed = Object.entries(failures).map(([kind, count]) => `${formatNumber(count)} ${kind}`);
  return html`<p class="notices">
    <a href="#warnings">${warnings.length === 0 ? 'No warnings' : formatCount(warnings.length, 'warning')}</a>
    ·
    <a href="#failures"
      >${failed.length === 0 ? 'no failed trials' : `failed trials: ${failed.join(', ')}`}</a
    >
  </p>`;
}

/** The first screen: verdict and reasons, score, its parts, and what all this does not prove. Every number is a link. */
export function htmlVerdict(report: AuditReport): SafeHtml {
  const { value, reasons } = report.verdict;
  return html`<header class="first" id="verdict">
    <div class="verdict ${value}">
      <p class="eyebrow">Candor audit report<br />${subjects(report)}</p>
      <h1>${VERDICT_WORDS[value]}</h1>
      <p class="lead">${VERDICT_SENTENCES[value]}</p>
      <ul class="reasons">
        ${reasons.map((reason) => html`<li>${htmlLinkedNumbers(reason, sectionOfReason(reason, report))}</li>`)}
      </ul>
      ${notices(report)}
    </div>
    ${htmlScoreCard(report)}
    <section class="parts" aria-labelledby="parts-title">
      <h2 id="parts-title">Advantage over the controls</h2>
      ${svgIntervalPlot(report.probes)}
    </section>
    <section class="limits" id="limits" aria-labelledby="limits-title">
      <h2 id="limits-title">What this does not prove</h2>
      <ul>
        ${limitations(report).map(({ text, section }) => html`<li>${htmlLinkedNumbers(text, section)}</li>`)}
      </ul>
    </section>
  </header>`;
}
