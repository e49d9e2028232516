import type { Rate } from '../types/audit-report.js';
import { html, type SafeHtml } from './html.js';
import { svgMarker } from './svg-marker.js';
import { FRACTION_SCALE, gridLines, positionOn } from './svg-scale.js';

const LANE_HEIGHT = 20;
const THRESHOLD_REACH = 8;

/** One rate with its interval, and the threshold that it is held against. */
export interface RateLane {
  readonly rate: Rate;
  readonly threshold: number;
}

function laneHtml({ rate, threshold }: RateLane, arm: 'suspect' | 'control', y: number): SafeHtml {
  const limit = positionOn(FRACTION_SCALE, threshold);
  const { lower, upper } = rate;
  const interval =
    lower === null || upper === null
      ? ''
      : html`<line
          class="span"
          x1="${positionOn(FRACTION_SCALE, lower)}"
          x2="${positionOn(FRACTION_SCALE, upper)}"
          y1="${y}"
          y2="${y}"
        />`;
  return html`<line
      class="threshold"
      x1="${limit}"
      x2="${limit}"
      y1="${y - THRESHOLD_REACH}"
      y2="${y + THRESHOLD_REACH}"
    />${interval}${rate.rate === null ? '' : svgMarker(arm, positionOn(FRACTION_SCALE, rate.rate), y)}`;
}

/** Rates of one model on [0, 1], one below the other, with intervals and thresholds; `title` says them in words. */
export function svgRates(lanes: readonly RateLane[], arm: 'suspect' | 'control', title: string): SafeHtml {
  const height = lanes.length * LANE_HEIGHT;
  return html`<svg role="img" height="${height}">
    <title>${title}</title>
    ${gridLines(FRACTION_SCALE, height)}${lanes.map((lane, index) =>
      laneHtml(lane, arm, (index + 0.5) * LANE_HEIGHT),
    )}
  </svg>`;
}
