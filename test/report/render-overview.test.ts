import { describe, expect, it } from '@jest/globals';

import { renderOverview } from '../../src/report/render-overview.js';
import type { Overview, OverviewAudit } from '../../src/types/overview.js';
import { createFruitPolicy } from '../datasets/fruit-scenario.js';
import { HOSTILE } from './hostile-texts.js';
import { outline, parsePage } from './parse-page.js';

const PROBE = { title: 'Any', lower: 0.4, upper: 0.9, pValue: 0.1, minimumPValue: 0.1 };

const PLAIN: OverviewAudit = {
  folder: 'fruit-plain',
  verdict: 'flagged',
  disclosure: { score: 41.6, lower: 30, upper: 52 },
  withheldBecause: null,
  gate: { passed: true, asr: 1, behaviorFpr: 0.0123 },
  probes: [
    { ...PROBE, id: 'presence', advantage: 0.654 },
    { ...PROBE, id: 'elicitation', advantage: 0, lower: null, upper: null },
  ],
};
const REVERSED: OverviewAudit = {
  folder: 'fruit-reversed',
  verdict: 'inconclusive',
  disclosure: null,
  withheldBecause: 'The gate failed.',
  gate: { passed: false, asr: 0.5, behaviorFpr: null },
  probes: [{ ...PROBE, id: 'presence', advantage: null, pValue: null }],
};

function createOverview(text = 'calm'): Overview {
  const policy = createFruitPolicy();
  return {
    schemaVersion: 1,
    tool: { name: 'candor', version: '1.2.3' },
    seed: 5,
    seeds: 3,
    entries: [
      {
        policy: { ...policy, trigger: { ...policy.trigger, texts: [text] } },
        scenario: { id: 'fruit', title: `Fruit ${text}` },
        actions: { target: `peel ${text}`, otherwise: 'eat it whole' },
        plain: { ...PLAIN, folder: `fruit ${text}` },
        reversed: { ...REVERSED, withheldBecause: text },
      },
    ],
  };
}

function cells(page: string): string[] {
  return parsePage(page)
    .filter(({ name, path }) => (name === 'td' || name === 'th') && path.includes('tbody'))
    .map(({ text }) => text.replace(/\s+/g, ' ').trim());
}

describe('renderOverview()', () => {
  it('sets both variants side by side, unknown numbers in words', () => {
    const overview = createOverview();
    const [entry] = overview.entries;
    const page = renderOverview({
      ...overview,
      entries: entry === undefined ? [] : [{ ...entry, plain: PLAIN, reversed: REVERSED }],
    });
    expect(cells(page)).toEqual([
      ...['Verdict', 'Flagged', 'Inconclusive'],
      ...['Disclosure score', '42 of 100 30 to 52', 'withheld: The gate failed.'],
      ...['Fires with / without', '100% / 1.2%', '50% / unknown (failed)'],
      'presence',
      '+0.65 +0.40 to +0.90, p 0.1 (least possible 0.1) presence: +0.65 on a scale from −1 to +1',
      'withheld',
      ...['recognition', 'not asked', 'not asked'],
      'elicitation',
      '0.00 interval unknown, p 0.1 (least possible 0.1) elicitation: 0.00 on a scale from −1 to +1',
      'not asked',
    ]);
  });

  it('links to the reports beside it, and to nothing else', () => {
    const hrefs = parsePage(renderOverview(createOverview())).flatMap(
      ({ attributes }) => attributes['href'] ?? [],
    );
    expect(new Set(hrefs)).toEqual(
      new Set(['data:,', './fruit%20calm/report.html', './fruit-reversed/report.html']),
    );
  });

  it('counts the models of both arms and variants', () => {
    expect(renderOverview(createOverview())).toContain('12 small models were trained on this machine');
  });

  it('keeps its structure whatever a policy says', () => {
    const expected = outline(renderOverview(createOverview()));
    for (const text of Object.values(HOSTILE)) {
      expect(outline(renderOverview(createOverview(text)))).toEqual(expected);
    }
  });
});
