import { describe, expect, it } from '@jest/globals';

import { svgIntervalPlot } from '../../src/report/svg-interval-plot.js';
import type { ProbeResult } from '../../src/types/audit-report.js';
import { elicitation, presence } from './sample-probes.js';

function plot(...probes: ProbeResult[]): string {
  return svgIntervalPlot(probes).markup;
}

function count(markup: string, pattern: RegExp): number {
  return [...markup.matchAll(pattern)].length;
}

describe('svgIntervalPlot()', () => {
  it('draws a diamond at the advantage, a line over its interval and a mark for each model that has a score', () => {
    const markup = plot(elicitation({ advantage: 0, lower: -0.5, upper: 1 }));
    // −1 lies at 4% of the width and +1 at 96%.
    expect(markup).toContain('class="mark estimate" x="50.00%"');
    expect(markup).toMatch(/<g class="interval"\s*>\s*<line x1="27.00%" x2="96.00%"/);
    // One suspect of three has no score.
    expect(count(markup, /class="mark suspect" x=/g)).toBe(2);
    expect(count(markup, /class="mark control" x=/g)).toBe(3);
  });

  it('draws what lies beyond the scale at its end', () => {
    expect(plot(presence({ upper: 1.3 }))).toMatch(
      /<g class="interval"\s*>\s*<line x1="[\d.]+%" x2="96.00%"/,
    );
  });

  it('says withheld, and draws no diamond, where there is no advantage', () => {
    const markup = plot(presence({ advantage: null, lower: null, upper: null }));
    expect(markup).toContain('>withheld</a>');
    expect(markup).not.toContain('class="mark estimate" x=');
    expect(count(markup, /class="mark suspect" x=/g)).toBe(3);
  });

  it('draws no line where the interval is unknown', () => {
    const markup = plot(presence({ lower: null, upper: null }));
    expect(markup).toContain('interval unknown');
    expect(markup).not.toContain('class="interval"');
  });

  it('says so where no probe ran', () => {
    expect(plot()).toBe('<p class="empty">No probe ran, so there is nothing to plot.</p>');
  });
});
