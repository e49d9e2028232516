import { describe, expect, it } from '@jest/globals';

import { htmlLinkedNumbers } from '../../src/report/html-linked-numbers.js';

function marked(text: string): string {
  return htmlLinkedNumbers(text, 'gate').markup.replaceAll('<a href="#gate">', '[').replaceAll('</a>', ']');
}

describe('htmlLinkedNumbers()', () => {
  it.each([
    ['fires in 12% of 250 prompts.', 'fires in [12%] of [250] prompts.'],
    ['advantage +0.46, interval −0.05 to 0.60 (t)', 'advantage [+0.46], interval [−0.05] to [0.60] (t)'],
    ['control `luck-seed0` says', 'control &#96;[luck-seed0]&#96; says'],
    ['p < 0.001; 1,234 rows', 'p &lt; [0.001]; [1,234] rows'],
    ['no number', 'no number'],
    ['', ''],
    ['<3>', '&lt;[3]&gt;'],
  ])('links the numbers of %j', (text, expected) => {
    expect(marked(text)).toBe(expected);
  });
});
