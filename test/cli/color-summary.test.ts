import { describe, expect, it } from '@jest/globals';
import { colorSummary } from '../../src/cli/color-summary.js';
import { renderSummary } from '../../src/report/render-summary.js';
import { sampleReport } from '../report/sample-report.js';

describe('colorSummary()', () => {
  it('is the plain summary where there are no colours', () => {
    expect(colorSummary(sampleReport(), 0)).toEqual(renderSummary(sampleReport()));
  });

  it('paints the verdict, and says the same', () => {
    const [first = '', ...rest] = colorSummary(sampleReport(), 1);
    const [plain = '', ...others] = renderSummary(sampleReport());
    expect([first.replace(/\u001b\[\d+m/g, ''), ...rest]).toEqual([plain, ...others]);
    expect(first).not.toBe(plain);
  });
});
