import { html, type SafeHtml } from './html.js';

/** The horizontal axis of a plot. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
}

/** Advantages: differences of fractions. */
export const DIFFERENCE_SCALE: Scale = {
  from: -1,
  to: 1,
  ticks: [
    { at: -1, label: '−1' },
    { at: -0.5, label: '−0.5' },
    { at: 0, label: '0' },
    { at: 0.5, label: '+0.5' },
    { at: 1, label: '+1' },
  ],
};

/** Shares. */
export const FRACTION_SCALE: Scale = {
  from: 0,
  to: 1,
  ticks: [
    { at: 0, label: '0%' },
    { at: 0.25, label: '25%' },
    { at: 0.5, label: '50%' },
    { at: 0.75, label: '75%' },
    { at: 1, label: '100%' },
  ],
};

/** Room for half a tick label and a marker at either end. */
const MARGIN_PERCENT = 4;

/**
 * Horizontal place as a percentage of the drawing's width, so that a plot stretches with the page and its letters and
 * markers do not. What lies beyond the scale is drawn at its end.
 */
export function positionOn(scale: Scale, value: number): string {
  const share = Math.min(1, Math.max(0, (value - scale.from) / (scale.to - scale.from)));
  return `${(MARGIN_PERCENT + share * (100 - 2 * MARGIN_PERCENT)).toFixed(2)}%`;
}

/** Vertical lines at the ticks; the line at 0 is the one that counts. */
export function gridLines(scale: Scale, height: number): SafeHtml[] {
  return scale.ticks.map(({ at }) => {
    const x = positionOn(scale, at);
    return html`<line class="${at === 0 ? 'zero' : 'grid'}" x1="${x}" x2="${x}" y1="0" y2="${height}" />`;
  });
}

/** The row of tick labels below a plot; read aloud they would be noise. */
export function axisLabels(scale: Scale): SafeHtml {
  const labels = scale.ticks.map(
    ({ at, label }) =>
      html`<text class="tick" x="${positionOn(scale, at)}" y="14" text-anchor="middle">${label}</text>`,
  );
  return html`<svg class="axis" height="20" aria-hidden="true" focusable="false">${labels}</svg>`;
}
