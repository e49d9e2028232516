import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findStructureProblem } from '../../src/engine/json-structure.js';

describe('findStructureProblem()', () => {
  it('finds nothing in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(findStructureProblem(json, 100)).toBeNull();
      }),
      { seed: 1 },
    );
  });

  it.each([
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', null],
    ['{"a":1,"a":2}', 'has the key "a" twice: expected it once'],
    [String.raw`{"a":1,"\u0061":2}`, 'has the key "a" twice: expected it once'],
    [String.raw`{"x":{"q\"":1,"b":"}{","q\"":2}}`, String.raw`has the key "q\"" twice: expected it once`],
    ['{"a":":","b":"\\\\"}', null],
    ['[[[[]]]]', 'nests too deeply: expected at most 3 levels'],
    ['[[[]],[[]]]', null],
  ])('finds in %s: %p', (json, problem) => {
    expect(findStructureProblem(json, 3)).toBe(problem);
  });

  it.each(['"', '"\\', '}}]', '{"a'])('ends on the broken text %s', (json) => {
    expect(findStructureProblem(json, 3)).toBeNull();
  });
});
