import { describe, expect, it } from '@jest/globals';

import { nearestName } from '../../src/config/nearest-name.js';

const KNOWN = ['seed', 'temperature', 'topP', 'samplesPerParaphrase', 'source'];

describe('nearestName()', () => {
  it.each([
    ['temprature', 'temperature'],
    ['Seed', 'seed'],
    ['samples_per_paraphrase', 'samplesPerParaphrase'],
    ['top_p', 'topP'],
  ])('takes %s for %s', (typed, meant) => {
    expect(nearestName(typed, KNOWN)).toBe(meant);
  });

  it('finds nothing for a name that is like none', () => {
    expect(nearestName('score', ['seed', 'temperature'])).toBeUndefined();
    expect(nearestName('', KNOWN)).toBeUndefined();
    expect(nearestName('seed', [])).toBeUndefined();
  });
});
