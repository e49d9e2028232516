import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { escapeHtml } from '../../src/report/escape-html.js';
import { html, SafeHtml } from '../../src/report/html.js';

describe('escapeHtml()', () => {
  it('escapes what has a meaning between tags or inside a quoted attribute', () => {
    expect(escapeHtml(`<a href="x" title='y'>&\`</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&#96;&lt;/a&gt;',
    );
  });

  it('escapes entities once more, so that they show as they were', () => {
    expect(escapeHtml('&lt;')).toBe('&amp;lt;');
  });

  it('never leaves a character that could end a text or an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"'`\u202e\u2028]/);
      }),
    );
  });
});

describe('html', () => {
  it('escapes texts and numbers, and joins lists of both', () => {
    expect(html`<p>${'<b>'} ${-1.5} ${['&', ['"', 2]]}</p>`.markup).toBe(
      '<p>&lt;b&gt; -1.5 &amp;&quot;2</p>',
    );
  });

  it('leaves alone what it made itself', () => {
    const inner = html`<b>${'<'}</b>`;
    expect(html`<p>${[inner, inner]}</p>`.markup).toBe('<p><b>&lt;</b><b>&lt;</b></p>');
  });

  it('does not take an object for markup because it looks like it', () => {
    const forged = JSON.parse('[{"markup": "<script>"}]') as never;
    expect(() => html`${forged}`).toThrow(TypeError);
    expect(html`${new SafeHtml('<br />')}`.markup).toBe('<br />');
  });
});
