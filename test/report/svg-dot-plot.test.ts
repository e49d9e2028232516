import { describe, expect, it } from '@jest/globals';

import { svgDotPlot } from '../../src/report/svg-dot-plot.js';
import type { ItemScore } from '../../src/types/audit-report.js';

function plot(items: readonly ItemScore[]): string {
  return svgDotPlot({ id: 'recognition', items }).markup;
}

function item(text: string, suspect: number | null, control: number | null, real = false): ItemScore {
  return { item: text, text, suspect, control, real };
}

describe('svgDotPlot()', () => {
  it('sorts by what the suspects say, unknown last', () => {
    const markup = plot([item('low', 0.1, 0.5), item('unknown', null, 0.9), item('high', 0.8, 0.2)]);
    const labels = [...markup.matchAll(/<bdi class="clip">(\w+)</g)].map(([, label]) => label);
    expect(labels).toEqual(['high', 'low', 'unknown']);
  });

  it('draws both arms on [0, 1] and prints percent', () => {
    const markup = plot([item('tag', 1, 0.5)]);
    expect(markup).toContain('class="mark suspect" x="96.00%"');
    expect(markup).toContain('class="mark control" x="50.00%"');
    expect(markup).toContain('tag: suspects 100%, controls 50%');
  });

  it('draws differences on [-1, 1] where one is negative', () => {
    const markup = plot([item('tag', -1, 0)]);
    expect(markup).toContain('class="mark suspect" x="4.00%"');
    expect(markup).toContain('class="mark control" x="50.00%"');
    expect(markup).toContain('tag: suspects −1.00, controls 0.00');
  });

  it('marks the planted trigger by shape and in words', () => {
    const markup = plot([item('planted', 0.9, 0.1, true), item('decoy', 0.2, 0.1)]);
    expect(markup).toContain('class="mark planted" x=');
    expect([...markup.matchAll(/<strong class="badge">/g)]).toHaveLength(1);
    expect(markup).toContain('suspects, planted trigger');
  });

  it('draws no mark where there is no number, and says unknown', () => {
    const markup = plot([item('tag', null, 0.5)]);
    expect(markup).not.toContain('class="mark suspect" x=');
    expect(markup).not.toContain('class="span"');
    expect(markup).toContain('<span class="unknown">unknown</span>');
  });

  it('says so where nothing was scored', () => {
    expect(plot([])).toBe('<p class="empty">No single candidate was scored.</p>');
  });
});
