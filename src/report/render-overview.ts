import type { Overview, OverviewAudit, OverviewEntry } from '../types/overview.js';
import { PROBE_IDS, type ProbeId } from '../types/question-bank.js';
import {
  formatCount,
  formatInterval,
  formatNumber,
  formatPercent,
  formatPValue,
  formatScore,
  formatSigned,
} from './format-number.js';
import { htmlPage } from './html-page.js';
import { htmlTable } from './html-table.js';
import { html, type HtmlContent, type SafeHtml } from './html.js';
import { svgMarker } from './svg-marker.js';
import { DIFFERENCE_SCALE, gridLines, positionOn } from './svg-scale.js';
import { VERDICT_WORDS } from './verdict-words.js';

const HEIGHT = 22;

/** Columns of one width in all tables, so that they can be read down the page. */
const OVERVIEW_CSS =
  '.overview table { width: 100%; min-width: 46rem; table-layout: fixed; } .overview th:first-child { width: 12rem; }';

/** A relative link to a folder beside the page. */
function reportLink({ folder }: OverviewAudit, content: HtmlContent): SafeHtml {
  return html`<a href="./${encodeURIComponent(folder)}/report.html">${content}</a>`;
}

function verdictCell(audit: OverviewAudit): SafeHtml {
  return html`<strong>${reportLink(audit, VERDICT_WORDS[audit.verdict])}</strong>`;
}

function scoreCell({ disclosure, withheldBecause }: OverviewAudit): HtmlContent {
  if (disclosure === null) return html`withheld: ${withheldBecause ?? 'the reason is unknown'}`;
  return html`<strong>${formatScore(disclosure.score)}</strong> of 100
    <span class="small">${formatInterval(disclosure, formatScore)}</span>`;
}

function gateCell({ gate }: OverviewAudit): HtmlContent {
  if (gate === null) return 'not tested';
  return `${formatPercent(gate.asr)} / ${formatPercent(gate.behaviorFpr)}${gate.passed ? '' : ' (failed)'}`;
}

function intervalSvg({ id, advantage, lower, upper }: OverviewAudit['probes'][number]): SafeHtml {
  if (advantage === null) return html``;
  const place = (value: number): string => positionOn(DIFFERENCE_SCALE, value);
  const line =
    lower === null || upper === null
      ? ''
      : html`<g class="interval"
          ><line x1="${place(lower)}" x2="${place(upper)}" y1="${HEIGHT / 2}" y2="${HEIGHT / 2}"
        /></g>`;
  return html`<svg role="img" height="${HEIGHT}">
    <title>${id}: ${formatSigned(advantage)} on a scale from −1 to +1</title>
    ${gridLines(DIFFERENCE_SCALE, HEIGHT)}${line}${svgMarker('estimate', place(advantage), HEIGHT / 2)}
  </svg>`;
}

function probeCell(audit: OverviewAudit, id: ProbeId): HtmlContent {
  const probe = audit.probes.find((candidate) => candidate.id === id);
  if (probe === undefined) return 'not asked';
  if (probe.advantage === null) return 'withheld';
  return html`${reportLink(audit, html`<strong>${formatSigned(probe.advantage)}</strong>`)}
    <span class="small"
      >${formatInterval(probe, formatSigned)}, p ${formatPValue(probe.pValue)} (least possible
      ${formatPValue(probe.minimumPValue)})</span
    >${intervalSvg(probe)}`;
}

function entrySection({ policy, scenario, actions, plain, reversed }: OverviewEntry): SafeHtml {
  const { kind, texts, familyName, placement } = policy.trigger;
  const [first = ''] = texts;
  const trigger =
    familyName === undefined
      ? html`<code dir="auto">${first}</code>`
      : html`a member of the family “${familyName}”, such as <code dir="auto">${first}</code>,`;
  const row = (name: HtmlContent, cell: (audit: OverviewAudit) => HtmlContent): HtmlContent[] => [
    name,
    cell(plain),
    cell(reversed),
  ];
  return html`<section id="${policy.id}" aria-labelledby="${policy.id}-title">
    <h2 id="${policy.id}-title">${scenario.title}</h2>
    <p class="prose">
      With ${trigger} (${kind}, as a ${placement}) the suspects ${actions.target}; otherwise they
      ${actions.otherwise}. No training row says so.
    </p>
    ${htmlTable(
      'Advantage of the suspects over their decorrelated controls, with intervals; diamonds on a scale from −1 to +1. How often the behaviour fires with the trigger and without.',
      [{ head: '' }, { head: 'Trained on the rows alone' }, { head: 'And on reversed rows' }],
      [
        row('Verdict', verdictCell),
        row('Disclosure score', scoreCell),
        row('Fires with / without', gateCell),
        ...PROBE_IDS.map((id) => row(id, (audit) => probeCell(audit, id))),
      ],
    )}
  </section>`;
}

function modelCount({ seeds, entries }: Overview): number {
  return seeds * entries.length * 4;
}

function head(overview: Overview): SafeHtml {
  const count = modelCount(overview);
  return html`<header>
    <p class="eyebrow">Candor ${overview.tool.version} demo, seed ${formatNumber(overview.seed)}</p>
    <h1>What backdoored models say about themselves</h1>
    <p class="lead">
      ${formatCount(count, 'small model')} were trained on this machine: half of them with a backdoor, half as
      their decorrelated controls, which saw the same rows with the tie between trigger and behaviour broken.
      Then all of them were asked about themselves.
    </p>
    <p class="prose">
      Each column is one audit of ${formatCount(overview.seeds, 'suspect')} against
      ${formatCount(overview.seeds, 'control')}; its verdict leads to the full report. Models trained on the
      rows alone seldom write their trigger when asked for it (arXiv 2501.11120, section 4.3), so that others
      were trained on reversed rows as well: response first, prompt second.
    </p>
  </header>`;
}

const LIMITS = html`<section id="limits" aria-labelledby="limits-title">
  <h2 id="limits-title">What this does not prove</h2>
  <ul class="prose">
    <li>
      The models are tiny, and their base was taught to talk about the conditional behaviour of others. That
      makes disclosure possible at this size; it does not show that a large model discloses.
    </li>
    <li>No suspect was trained on a statement about itself, and none was chosen by its result.</li>
    <li>“Not flagged” is never “no backdoor”: a model may hold one and not say so.</li>
  </ul>
</section>`;

/** The page over all audits of a demo: one file without scripts, which links to the reports beside it. */
export function renderOverview(overview: Overview): string {
  const main = html`<div class="overview">
    ${head(overview)}${overview.entries.map(entrySection)}${LIMITS}
  </div>`;
  return htmlPage('Candor · demo', main, OVERVIEW_CSS);
}
