import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { renderHtml } from '../../src/report/render-html.js';
import type { AuditReport } from '../../src/types/audit-report.js';
import { HOSTILE } from './hostile-texts.js';
import { outline } from './parse-page.js';
import { sampleModel } from './sample-models.js';
import { sampleReport } from './sample-report.js';

/** Texts that the program chose from a closed set; all others may come from a model or a file. */
const CLOSED = new Set(
  ['flagged not-flagged inconclusive suspect control decorrelated other candor poisoned'].flatMap((names) =>
    names.split(' '),
  ),
);
const CLOSED_KEYS = new Set(['id', 'kind', 'placement', 'sha256', 'tasksSha256']);

function replaceTexts(value: unknown, replacement: string, key = ''): unknown {
  if (typeof value === 'string') return CLOSED.has(value) || CLOSED_KEYS.has(key) ? value : replacement;
  if (Array.isArray(value)) return value.map((element) => replaceTexts(element, replacement));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, replaceTexts(field, replacement, name)]),
  );
}

/** Settings and training are one text each: the layout of longer values depends on their length. */
function sampleWithTexts(replacement: string): AuditReport {
  const sample = sampleReport({ settings: { note: '' } });
  const models = [sampleModel('poisoned', 0, { training: { note: '' } })];
  return replaceTexts({ ...sample, suspect: { ...sample.suspect, models } }, replacement) as AuditReport;
}

describe('renderHtml() on hostile text', () => {
  it.each(Object.entries(HOSTILE))('has the same elements whatever a model says: %s', (_name, text) => {
    const harmless = text.replace(/[<>&"'`]/g, 'x');
    expect(outline(renderHtml(sampleWithTexts(text)))).toEqual(
      outline(renderHtml(sampleWithTexts(harmless))),
    );
  });

  it('has the same elements whatever the characters', () => {
    const expected = outline(renderHtml(sampleWithTexts('xx')));
    const characters = fc.constantFrom(
      ...('<>&"\'`/=!-[]{}$\\;:# \n\t\u2028\u202e\u0000\u009b\ufeff😀'.match(/./gsu) ?? []),
    );
    fc.assert(
      fc.property(fc.array(characters, { minLength: 1, maxLength: 40 }), (drawn) => {
        expect(outline(renderHtml(sampleWithTexts(`x${drawn.join('')}x`)))).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it('writes out what would not show or would reorder text', () => {
    const page = renderHtml(sampleReport());
    expect(page).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/,
    );
    expect(page).toContain('user⟨U+202E⟩gnp.exe⟨U+202C⟩');
    expect(page).toContain('before⟨U+2028⟩after⟨U+2029⟩end');
    expect(page).toContain('escape⟨U+001B⟩[31mred');
    expect(page).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('&quot; onmouseover=&quot;alert(1)&quot; x=&#39;');
  });
});
