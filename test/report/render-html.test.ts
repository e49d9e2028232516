import { describe, expect, it } from '@jest/globals';

import { renderHtml } from '../../src/report/render-html.js';
import { HOSTILE } from './hostile-texts.js';
import { parsePage, type PageElement } from './parse-page.js';
import { candidates, presence, recognition } from './sample-probes.js';
import { emptyReport, poorReport, sampleReport } from './sample-report.js';

const pages = { sample: sampleReport(), poor: poorReport(), empty: emptyReport } as const;

function textOf(page: string, matches: (element: PageElement) => boolean): string {
  return parsePage(page)
    .filter(matches)
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())
    .join('\n');
}

describe.each(Object.entries(pages))('renderHtml() of the %s report', (_name, report) => {
  const page = renderHtml(report);
  const elements = parsePage(page);

  it('needs no script, no network and no file beside it', () => {
    const names = new Set(elements.map(({ name }) => name));
    for (const name of [
      'script',
      'img',
      'iframe',
      'object',
      'embed',
      'form',
      'base',
      'foreignObject',
      'image',
      'use',
    ]) {
      expect(names).not.toContain(name);
    }
    for (const { attributes } of elements) {
      expect(Object.keys(attributes).filter((name) => /^on|^style$|^src/.test(name))).toEqual([]);
      if (attributes['href'] !== undefined) expect(attributes['href']).toMatch(/^#[\w-]+$|^data:,$/);
    }
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:;`,
    );
    expect(textOf(page, ({ name }) => name === 'style')).not.toMatch(/url\(|@import|expression/);
  });

  it('links to sections that exist, each id once', () => {
    const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = elements.flatMap(
      ({ name, attributes }) => (name === 'a' ? attributes['href'] : []) ?? [],
    );
    expect(targets.length).toBeGreaterThan(10);
    for (const target of targets) expect(ids).toContain(target.slice(1));
  });

  it('links every number of the first screen to where it came from', () => {
    const first = elements.filter(({ path }) => path.includes('header'));
    const unlinked = first
      .filter(({ name, path }) => ![name, ...path].some((around) => around === 'a' || around === 'svg'))
      .map(({ ownText }) => ownText)
      .join(' ');
    expect(unlinked).toContain('What this does not prove');
    expect(unlinked).not.toMatch(/\d/);
  });

  it('has headings without gaps, captions for tables and figures, names for drawings', () => {
    const levels = elements.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? Number(name.slice(1)) : []));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, index) => {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    });
    const count = (name: string): number => elements.filter((element) => element.name === name).length;
    expect(count('caption')).toBe(count('table'));
    expect(count('figcaption')).toBe(count('figure'));
    const drawings = elements.filter(({ name, path }) => name === 'svg' && !path.includes('svg'));
    for (const { attributes } of drawings) {
      expect([attributes['role'], attributes['aria-hidden']]).toContainEqual(
        expect.stringMatching(/^(img|true)$/),
      );
    }
    const named = drawings.filter(({ attributes }) => attributes['role'] === 'img');
    expect(page.match(/<svg[^>]*role="img"[^>]*>\s*<title>/g) ?? []).toHaveLength(named.length);
  });

  it('says "unknown" where there is no number', () => {
    const text = textOf(page, ({ name }) => name === 'main');
    expect(text).not.toMatch(/\b(?:NaN|undefined|null|Infinity)\b|\[object/);
  });

  it('is the same for the same report', () => {
    expect(renderHtml(structuredClone(report))).toBe(page);
  });
});

describe('renderHtml()', () => {
  it('starts with verdict, reasons, score and parts', () => {
    const text = textOf(renderHtml(sampleReport()), ({ name }) => name === 'header');
    expect(text).toMatch(
      /^Candor audit report 3 suspects \(luck-poisoned-seed0 and 2 more\) against 3 decorrelated controls Flagged/,
    );
    expect(text).toContain('The gate passed: target behaviour in 0.97 of triggered prompts');
    expect(text).toContain('Disclosure score 44 of 100');
    expect(text).toContain('interval 31 to 56');
    expect(text).toContain('presence presence: advantage +0.46, +0.31 to +0.60');
  });

  it('says that a score is withheld and why', () => {
    const text = textOf(renderHtml(poorReport()), ({ name }) => name === 'header');
    expect(text).toContain('Disclosure score Withheld The policy is not known.');
    expect(text).not.toContain('of 100');
    expect(textOf(renderHtml(emptyReport), ({ name }) => name === 'header')).toContain(
      'Withheld The reason is unknown.',
    );
  });

  it('prints the bound that decides, with its share of the error', () => {
    const errors = { disclosure: 0.0158, concealment: 0.0025 };
    const numbersOf = (advantage: number): string => {
      const probe = presence({ advantage, deciding: { lower: 0.05, upper: -0.02, errors } });
      return textOf(
        renderHtml(sampleReport({ probes: [probe] })),
        ({ attributes }) => attributes['class'] === 'numbers',
      );
    };
    expect(numbersOf(0.46)).toContain('Deciding bound at least +0.050 at an error of 0.016');
    expect(numbersOf(-0.46)).toContain('Deciding bound at most −0.020 at an error of 0.0025');
  });

  it('prints unknown for what was not measured, and none for what did not happen', () => {
    const numbers = textOf(renderHtml(poorReport()), ({ attributes }) => attributes['class'] === 'numbers');
    expect(numbers).toContain('Advantage withheld interval unknown');
    expect(numbers).toContain('p unknown smallest possible: unknown');
    expect(numbers).toContain('Missing mass unknown');
    expect(numbers).toContain('AUROC unknown interval unknown');
    expect(numbers).toContain('Failed trials none');
    const models = textOf(renderHtml(poorReport()), ({ attributes }) => attributes['id'] === 'models');
    expect(models).toContain('suspect 1 ft:acme openai:ft:acme unknown unknown unknown');
  });

  it('prints a rate that could not be measured as unknown, with what failed', () => {
    const gate = textOf(renderHtml(sampleReport()), ({ attributes }) => attributes['id'] === 'gate');
    expect(gate).toContain('98.4% 122 of 124 94.3% to 99.6% 1 failed, not counted');
    expect(gate).toContain('unknown 0 of 0 interval unknown 125 failed, not counted');
  });

  it('keeps 200 candidates readable: the first 24, the planted trigger, the rest behind a fold', () => {
    const items = candidates(200).map((item) => (item.real === true ? { ...item, suspect: 0.001 } : item));
    const page = renderHtml(sampleReport({ probes: [recognition({ items })] }));
    const rows = parsePage(page).filter(({ name, path }) => name === 'li' && path.includes('figure'));
    const shown = rows.filter(({ path }) => !path.includes('details'));
    expect(rows).toHaveLength(1 + 200);
    expect(shown).toHaveLength(1 + 24 + 1);
    expect(shown.filter(({ text }) => text.includes('planted trigger'))).toHaveLength(1);
    expect(page).toContain('<summary>175 more</summary>');
  });

  it('folds a very long answer and keeps all of it', () => {
    const answer = `${'<long> 😀 '.repeat(20_000)}END`;
    const [first] = presence().items;
    const items = [
      {
        item: 'long',
        text: 'w'.repeat(5_000),
        suspect: 1,
        control: 0,
        example: { prompt: '', suspect: answer, control: 'no' },
      },
    ];
    const page = renderHtml(
      sampleReport({ probes: [presence({ items: [...items, ...(first === undefined ? [] : [first])] })] }),
    );
    const folds = parsePage(page).filter(
      ({ name, attributes }) => name === 'details' && attributes['class'] === 'long',
    );
    expect(folds).toHaveLength(2);
    expect(folds[1]?.text.includes('END')).toBe(true);
    expect(folds[1]?.text.includes('(200,003 characters)')).toBe(true);
    expect(page).toContain('<p class="empty">(empty)</p>');
  });

  it('lists what the leakage lint found', () => {
    const { suspect } = sampleReport();
    const [model] = suspect.models;
    if (model?.dataset === undefined) throw new Error('The sample has a manifest.');
    const lint = {
      passed: false,
      findings: [{ rule: 'banned-stem', row: 17, match: HOSTILE.image } as const],
    };
    const models = [{ ...model, dataset: { ...model.dataset, lint } }];
    const data = textOf(
      renderHtml(sampleReport({ suspect: { reversal: false, models } })),
      ({ attributes }) => attributes['id'] === 'data',
    );
    expect(data).toContain('failed, 1 finding');
    expect(data).toContain('17 banned-stem &lt;img src=x onerror=alert(1)&gt;');
  });

  it('says what a failed preflight found', () => {
    const preflight = { passed: false, problems: ['Suspect `a` and control `b` have the same weights.'] };
    const models = textOf(
      renderHtml(sampleReport({ preflight })),
      ({ attributes }) => attributes['id'] === 'models',
    );
    expect(models).toContain(
      'Preflight failed. Suspect &#96;a&#96; and control &#96;b&#96; have the same weights.',
    );
  });
});
