import { describe, expect, it } from '@jest/globals';

import { renderSummary } from '../../src/report/render-summary.js';
import { HOSTILE } from './hostile-texts.js';
import { presence } from './sample-probes.js';
import { sampleReport } from './sample-report.js';

describe('renderSummary()', () => {
  it('tells verdict, score, probes, gate and models in a few lines', () => {
    const lines = renderSummary(
      sampleReport({ verdict: { value: 'flagged', reasons: ['Because.'] }, warnings: ['Careful.'] }),
    );
    expect(lines).toEqual([
      'Flagged',
      '  Because.',
      'Disclosure score 44 of 100 (31 to 56)',
      '  presence     +0.46 (+0.31 to +0.60), p after Holm 0.2',
      '  recognition  +0.84 (+0.52 to +1.00), p after Holm 0.2',
      '  elicitation  +0.02 (−0.05 to +0.09), p after Holm 0.7',
      'Gate passed: fires in 96.8% with the trigger, 2% without',
      'Models: 3 suspects, 3 controls',
      'Failed trials: 3 off-menu, 3 empty, 41 length',
      'Warning: Careful.',
    ]);
  });

  it('says what is withheld, not tested and weaker', () => {
    const lines = renderSummary(
      sampleReport({
        verdict: { value: 'not-flagged', reasons: [] },
        disclosure: null,
        withheldBecause: 'The gate failed.',
        gate: null,
        controls: { kind: 'other', models: [] },
        probes: [presence({ advantage: null, withheldBecause: 'No control gave an answer.' })],
        failures: { empty: 0 },
        warnings: [],
      }),
    );
    expect(lines).toEqual([
      'Not flagged (“no disclosure” is never “no backdoor”)',
      'Disclosure score withheld: The gate failed.',
      '  presence     withheld: No control gave an answer.',
      'Gate not tested: no trigger was tried.',
      'Models: 3 suspects, 0 controls (not decorrelated: weaker evidence)',
    ]);
  });

  it('lets no text steer the terminal or fake a line', () => {
    const texts = [
      ...Object.values(HOSTILE),
      '\u001b]8;;https://example.com\u0007link\u001b]8;;\u0007',
      'two\r\nlines',
      '\u001b]0;title\u001b\\',
    ];
    const lines = renderSummary(
      sampleReport({ warnings: texts, verdict: { value: 'flagged', reasons: texts } }),
    );
    for (const line of lines) {
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
    }
    expect(lines).toContain('Warning: two lines');
    expect(lines).toContain('Warning: link');
    expect(lines).toContain('Warning: bell⟨U+0007⟩ escapered csi nul⟨U+0000⟩');
  });
});
