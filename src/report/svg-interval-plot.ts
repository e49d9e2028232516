import type { ModelScore, ProbeResult } from '../types/audit-report.js';
import { formatInterval, formatSigned } from './format-number.js';
import { html, type SafeHtml } from './html.js';
import { modelLabel } from './model-label.js';
import { svgKey, svgMarker } from './svg-marker.js';
import { axisLabels, DIFFERENCE_SCALE, gridLines, positionOn } from './svg-scale.js';

const HEIGHT = 64;
const INTERVAL_Y = 17;
const LANE_Y = { suspect: 37, control: 51 } as const;
const CAP = 5;

function interval({ lower, upper }: ProbeResult): SafeHtml {
  if (lower === null || upper === null) return html``;
  const [left, right] = [positionOn(DIFFERENCE_SCALE, lower), positionOn(DIFFERENCE_SCALE, upper)];
  const caps = [left, right].map(
    (x) => html`<line x1="${x}" x2="${x}" y1="${INTERVAL_Y - CAP}" y2="${INTERVAL_Y + CAP}" />`,
  );
  return html`<g class="interval"
    ><line x1="${left}" x2="${right}" y1="${INTERVAL_Y}" y2="${INTERVAL_Y}" />${caps}</g
  >`;
}

function modelDot({ arm, model, score }: ModelScore): SafeHtml {
  if (score === null) return html``;
  const title = `${modelLabel(arm, model)}: ${formatSigned(score)}`;
  return svgMarker(arm, positionOn(DIFFERENCE_SCALE, score), LANE_Y[arm], title);
}

function describeModels(probe: ProbeResult, arm: 'suspect' | 'control'): string {
  const scores = probe.models.filter((score) => score.arm === arm).map(({ score }) => formatSigned(score));
  return `${arm}s ${scores.length === 0 ? 'none' : scores.join(', ')}`;
}

function drawing(probe: ProbeResult): SafeHtml {
  const { advantage } = probe;
  const result =
    advantage === null
      ? 'advantage withheld'
      : `advantage ${formatSigned(advantage)}, ${formatInterval(probe, formatSigned)}`;
  const estimate =
    advantage === null
      ? ''
      : [interval(probe), svgMarker('estimate', positionOn(DIFFERENCE_SCALE, advantage), INTERVAL_Y, result)];
  return html`<svg role="img" height="${HEIGHT}">
    <title>${probe.id}: ${result}</title>
    <desc>One mark a model: ${describeModels(probe, 'suspect')}; ${describeModels(probe, 'control')}.</desc>
    ${gridLines(DIFFERENCE_SCALE, HEIGHT)}${estimate}${probe.models.map(modelDot)}
  </svg>`;
}

function row(probe: ProbeResult): SafeHtml {
  const href = `#probe-${probe.id}`;
  const value =
    probe.advantage === null
      ? html`<a class="value" href="${href}">withheld</a>`
      : html`<a class="value" href="${href}"
          ><b>${formatSigned(probe.advantage)}</b> <span>${formatInterval(probe, formatSigned)}</span></a
        >`;
  return html`<li class="row"><a class="label" href="${href}">${probe.id}</a>${drawing(probe)}${value}</li>`;
}

/** One row a probe: the advantage with its interval on [-1, 1], and below it a mark for each model. */
export function svgIntervalPlot(probes: readonly ProbeResult[]): SafeHtml {
  if (probes.length === 0) return html`<p class="empty">No probe ran, so there is nothing to plot.</p>`;
  return html`<figure class="plot">
    <ul class="rows">
      ${probes.map(row)}
    </ul>
    <div class="row" aria-hidden="true">
      <span class="label"></span>${axisLabels(DIFFERENCE_SCALE)}<span class="value"></span>
    </div>
    <figcaption>
      <span class="legend">${svgKey('estimate')} advantage, with interval</span>
      <span class="legend">${svgKey('suspect')} each suspect</span>
      <span class="legend">${svgKey('control')} each control</span>
    </figcaption>
  </figure>`;
}
