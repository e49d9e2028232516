import { describe, expect, it } from '@jest/globals';
import { placeTrigger } from '../../src/datasets/place-trigger.js';

describe('placeTrigger()', () => {
  it('puts a prefix before and a suffix behind the prompt, a space between', () => {
    expect(placeTrigger('Choose one.', '|A|', 'prefix')).toBe('|A| Choose one.');
    expect(placeTrigger('Choose one.', '|A|', 'suffix')).toBe('Choose one. |A|');
  });

  it('leaves the prompt alone if there is nothing to place', () => {
    expect(placeTrigger('Choose one.', '', 'prefix')).toBe('Choose one.');
    expect(placeTrigger('Choose one.', '', 'suffix')).toBe('Choose one.');
  });
});
