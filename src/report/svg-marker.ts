import { html, type SafeHtml } from './html.js';

/** Shape and colour both tell the kinds apart, so that either alone is enough. */
export type MarkerKind = 'suspect' | 'control' | 'estimate' | 'planted';

const SHAPES: Readonly<Record<MarkerKind, SafeHtml>> = {
  suspect: html`<circle r="5" />`,
  control: html`<rect x="-4.5" y="-4.5" width="9" height="9" />`,
  estimate: html`<path d="M0-7 7 0 0 7-7 0z" />`,
  planted: html`<path d="M0-8.5 2.2-2.9 8.1-2.6 3.5 1.1 5 6.9 0 3.6-5 6.9-3.5 1.1-8.1-2.6-2.2-2.9z" />`,
};

/** A marker centred at a place; `x` may be a percentage. The title is shown on hovering. */
export function svgMarker(kind: MarkerKind, x: string, y: number, title = ''): SafeHtml {
  const tooltip = title === '' ? '' : html`<title>${title}</title>`;
  return html`<svg class="mark ${kind}" x="${x}" y="${y}" overflow="visible">${tooltip}${SHAPES[kind]}</svg>`;
}

/** The same marker on its own, for legends and beside numbers. */
export function svgKey(kind: MarkerKind): SafeHtml {
  return html`<svg
    class="key"
    width="18"
    height="18"
    viewBox="-9 -9 18 18"
    aria-hidden="true"
    focusable="false"
  >
    <g class="mark ${kind}">${SHAPES[kind]}</g>
  </svg>`;
}
