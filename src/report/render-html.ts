import type { AuditReport } from '../types/audit-report.js';
import { htmlDatasets } from './html-datasets.js';
import { htmlGate } from './html-gate.js';
import { htmlModels } from './html-models.js';
import { htmlPage } from './html-page.js';
import { htmlPolicy } from './html-policy.js';
import { htmlProbe } from './html-probe.js';
import { htmlRun } from './html-run.js';
import { htmlScore } from './html-score.js';
import { htmlVerdict } from './html-verdict.js';
import { html, type SafeHtml } from './html.js';
import { VERDICT_WORDS } from './verdict-words.js';

const SECTIONS: readonly (readonly [string, string])[] = [
  ['score', 'Score'],
  ['probes', 'Probes'],
  ['gate', 'Gate'],
  ['policy', 'Policy'],
  ['data', 'Training data'],
  ['models', 'Models'],
  ['warnings', 'Warnings'],
  ['failures', 'Failed trials'],
  ['settings', 'Settings'],
  ['timing', 'Timing'],
];

function navigation(): SafeHtml {
  const links = SECTIONS.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`);
  return html`<nav aria-label="Sections">
    <ul>
      ${links}
    </ul>
  </nav>`;
}

function title({ verdict, suspect }: AuditReport): string {
  return ['Candor', VERDICT_WORDS[verdict.value], suspect.models[0]?.id ?? '']
    .filter((part) => part !== '')
    .join(' · ');
}

/**
 * The whole page: one file without scripts, network or fonts. Everything from a model or a file is escaped, controls
 * and characters that reorder text are written out. Nothing is computed but layout; unknown is printed as "unknown".
 */
export function renderHtml(report: AuditReport): string {
  const probes =
    report.probes.length === 0
      ? html`<p class="prose">No probe ran.</p>`
      : report.probes.map((probe) => htmlProbe(probe, report));
  const main = html`${htmlVerdict(report)} ${navigation()} ${htmlScore(report)}
    <section id="probes" aria-labelledby="probes-title">
      <h2 id="probes-title">Probes</h2>
      ${probes}
    </section>
    ${htmlGate(report)}${htmlPolicy(report)}${htmlDatasets(report)}${htmlModels(report)}${htmlRun(report)}`;
  return htmlPage(title(report), main);
}
