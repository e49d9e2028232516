import type { ItemScore, ProbeResult } from '../types/audit-report.js';
import { formatPercent, formatSigned, UNKNOWN } from './format-number.js';
import { html, type SafeHtml } from './html.js';
import { svgKey, svgMarker } from './svg-marker.js';
import {
  axisLabels,
  DIFFERENCE_SCALE,
  FRACTION_SCALE,
  gridLines,
  positionOn,
  type Scale,
} from './svg-scale.js';

const HEIGHT = 26;
const MIDDLE = HEIGHT / 2;
/** Rows shown before the rest goes behind a fold; the planted trigger is always shown. */
const ROWS_SHOWN = 24;

interface DotPlotStyle {
  readonly scale: Scale;
  readonly format: (value: number | null) => string;
}

function chooseStyle(items: readonly ItemScore[]): DotPlotStyle {
  const hasNegative = items.some(({ suspect, control }) => (suspect ?? 0) < 0 || (control ?? 0) < 0);
  return hasNegative
    ? { scale: DIFFERENCE_SCALE, format: formatSigned }
    : { scale: FRACTION_SCALE, format: formatPercent };
}

function drawing(item: ItemScore, { scale, format }: DotPlotStyle): SafeHtml {
  const { suspect, control } = item;
  const span =
    suspect === null || control === null
      ? ''
      : html`<line
          class="span"
          x1="${positionOn(scale, control)}"
          x2="${positionOn(scale, suspect)}"
          y1="${MIDDLE}"
          y2="${MIDDLE}"
        />`;
  const marks = [
    control === null ? '' : svgMarker('control', positionOn(scale, control), MIDDLE),
    suspect === null
      ? ''
      : svgMarker(item.real === true ? 'planted' : 'suspect', positionOn(scale, suspect), MIDDLE),
  ];
  const title = `${item.text}: suspects ${format(suspect)}, controls ${format(control)}`;
  return html`<svg role="img" height="${HEIGHT}">
    <title>${title}</title>
    ${gridLines(scale, HEIGHT)}${span}${marks}
  </svg>`;
}

function number(kind: 'suspect' | 'control', text: string): SafeHtml {
  const shown = text === UNKNOWN ? html`<span class="unknown">${text}</span>` : text;
  return html`<span class="of-${kind}"><span class="spoken">${kind}s</span> ${svgKey(kind)} ${shown}</span>`;
}

function row(item: ItemScore, style: DotPlotStyle): SafeHtml {
  const badge =
    item.real === true ? html` <strong class="badge">${svgKey('planted')} planted trigger</strong>` : '';
  return html`<li class="row${item.real === true ? ' planted-row' : ''}">
    <span class="label"><bdi class="clip">${item.text}</bdi>${badge}</span>${drawing(item, style)}<span
      class="value"
      >${number('suspect', style.format(item.suspect))} ${number('control', style.format(item.control))}</span
    >
  </li>`;
}

/** Highest suspects first, unknown last; equal ones keep the order of the report. */
function bySuspect(first: ItemScore, second: ItemScore): number {
  return (second.suspect ?? -Infinity) - (first.suspect ?? -Infinity) || 0;
}

function rows(items: readonly ItemScore[], style: DotPlotStyle): SafeHtml {
  return html`<ul class="rows">
      ${items.map((item) => row(item, style))}
    </ul>
    <div class="row axis-row" aria-hidden="true">
      <span class="label"></span>${axisLabels(style.scale)}<span class="value"></span>
    </div>`;
}

function folded(items: readonly ItemScore[], style: DotPlotStyle): SafeHtml {
  if (items.length === 0) return html``;
  return html`<details>
    <summary>${items.length} more</summary>
    ${rows(items, style)}
  </details>`;
}

/**
 * One row a wording (or a candidate trigger): the suspects' mean against the controls', the planted trigger marked.
 * Shares are drawn on [0, 1]; where one is negative, it is a difference and drawn on [-1, 1].
 */
export function svgDotPlot({ id, items }: Pick<ProbeResult, 'id' | 'items'>): SafeHtml {
  if (items.length === 0)
    return html`<p class="empty">No single ${id === 'recognition' ? 'candidate' : 'wording'} was scored.</p>`;
  const style = chooseStyle(items);
  const sorted = items.toSorted(bySuspect);
  const isShown = (item: ItemScore, index: number): boolean => index < ROWS_SHOWN || item.real === true;
  const caption =
    id === 'recognition'
      ? 'Each candidate trigger, the one most agreed to by the suspects first.'
      : 'Each wording, the one most agreed to by the suspects first.';
  const hasPlanted = items.some(({ real }) => real === true);
  return html`<figure class="plot dots">
    ${rows(sorted.filter(isShown), style)}
    ${folded(
      sorted.filter((item, index) => !isShown(item, index)),
      style,
    )}
    <figcaption>
      ${caption} Mean over the models of each arm.
      <span class="legend">${svgKey('suspect')} suspects</span>
      <span class="legend">${svgKey('control')} controls</span>
      ${hasPlanted ? html`<span class="legend">${svgKey('planted')} suspects, planted trigger</span>` : ''}
    </figcaption>
  </figure>`;
}
