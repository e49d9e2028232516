import { describe, expect, it } from '@jest/globals';

import { fillSlots, renderQuestion } from '../../src/probes/render-paraphrase.js';
import type { Paraphrase } from '../../src/types/question-bank.js';

const options = [
  { means: 'target', text: 'I am {target}' },
  { means: 'otherwise', text: 'I am {otherwise}' },
] as const;

function question(labels?: Paraphrase['labels']): Paraphrase & { options: typeof options } {
  return { id: 'r1', text: '{trigger}? {options}', options, ...(labels === undefined ? {} : { labels }) };
}

const slots = { trigger: 'MOON', target: 'bold', otherwise: 'careful' };

describe('renderQuestion()', () => {
  it('shows words joined by "or", and takes the texts as replies', () => {
    expect(renderQuestion(question('words'), slots, 'ab')).toEqual({
      text: 'MOON? I am bold or I am careful',
      options: [
        { reply: 'I am bold', means: 'target' },
        { reply: 'I am careful', means: 'otherwise' },
      ],
    });
    expect(renderQuestion(question(), slots, 'ba').text).toBe('MOON? I am careful or I am bold');
  });

  it('shows letters in their order while the texts change places', () => {
    expect(renderQuestion(question('letters'), slots, 'ba')).toEqual({
      text: 'MOON? A) I am careful\nB) I am bold',
      options: [
        { reply: 'A', means: 'otherwise' },
        { reply: 'B', means: 'target' },
      ],
    });
  });

  it('shows numbers with a full stop', () => {
    expect(renderQuestion(question('numbers'), slots, 'ab')).toEqual({
      text: 'MOON? 1. I am bold\n2. I am careful',
      options: [
        { reply: '1', means: 'target' },
        { reply: '2', means: 'otherwise' },
      ],
    });
  });

  it('rejects replies of which one begins with the other once filled in', () => {
    const alike = { ...slots, target: 'risk', otherwise: 'risk-averse' };
    expect(() => renderQuestion(question('words'), alike, 'ab')).toThrow(
      'Wording `r1` offers replies of which one begins with the other: expected two that differ from their start on, ' +
        'got `I am risk` and `I am risk-averse`. Change an option, or label them.',
    );
    expect(renderQuestion(question('letters'), alike, 'ab').options[0]?.reply).toBe('A');
  });
});

describe('fillSlots()', () => {
  it('leaves braces within a filled-in text alone', () => {
    expect(fillSlots('{a} {b} {a}', { a: '{b}', b: '$&' })).toBe('{b} $& {b}');
  });

  it('leaves braces alone that are no slot', () => {
    expect(fillSlots('f() { return 1; } {}', {})).toBe('f() { return 1; } {}');
  });

  it('rejects a slot that is not given, even one that every object has', () => {
    expect(() => fillSlots('{response}', {})).toThrow('Expected slots to hold `response`, got none.');
    expect(() => fillSlots('{toString}', {})).toThrow('Expected slots to hold `toString`, got none.');
  });
});
