import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { stableJson } from '../../src/report/stable-json.js';

describe('stableJson()', () => {
  it('sorts keys at every depth, indents by two spaces and ends with a line feed', () => {
    expect(stableJson({ b: [1, { d: null, c: true }], a: {}, e: [] })).toBe(
      [
        '{',
        '  "a": {},',
        '  "b": [',
        '    1,',
        '    {',
        '      "c": true,',
        '      "d": null',
        '    }',
        '  ],',
        '  "e": []',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('does not depend on the order in which keys were set', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
        const reversed = Object.fromEntries(Object.entries(record).reverse());
        expect(stableJson(reversed)).toBe(stableJson(record));
      }),
    );
  });

  it('reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(stableJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('writes numbers in the shortest form that reads back the same, and -0 as 0', () => {
    expect(stableJson([0.1, 1 / 3, 1e21, 5e-324, -0, 100])).toBe(
      '[\n  0.1,\n  0.3333333333333333,\n  1e+21,\n  5e-324,\n  0,\n  100\n]\n',
    );
  });

  it('puts the named keys of the outermost object last, in their order', () => {
    const value = { timing: 1, a: { timing: 2, z: 3 }, b: 4, early: 5 };
    expect(stableJson(value, ['timing', 'early'])).toBe(
      '{\n  "a": {\n    "timing": 2,\n    "z": 3\n  },\n  "b": 4,\n  "timing": 1,\n  "early": 5\n}\n',
    );
  });

  it('replaces lone surrogates and escapes what does not show', () => {
    expect(stableJson(['\ud800x', 'a\u202eb', '😀', '\u2028'])).toBe(
      '[\n  "\ufffdx",\n  "a\\u202eb",\n  "😀",\n  "\\u2028"\n]\n',
    );
  });

  it('leaves out fields that are undefined', () => {
    expect(stableJson({ a: undefined, b: 1 })).toBe('{\n  "b": 1\n}\n');
  });

  it('writes a value that is shared by two fields twice', () => {
    const shared = { a: 1 };
    expect(JSON.parse(stableJson([shared, shared]))).toEqual([shared, shared]);
  });

  it('does not lose a key named __proto__', () => {
    expect(stableJson(JSON.parse('{"__proto__": 1}'))).toBe('{\n  "__proto__": 1\n}\n');
  });

  const cycle: Record<string, unknown> = {};
  cycle['below'] = [cycle];
  it.each([
    [
      { probes: [{ pValue: NaN }] },
      '`$.probes[0].pValue` cannot be written as JSON: expected a finite number, got NaN.',
    ],
    [[-Infinity], '`$[0]` cannot be written as JSON: expected a finite number, got -Infinity.'],
    [[undefined], '`$[0]` cannot be written as JSON: expected a JSON value, got undefined.'],
    [{ a: 1n }, '`$.a` cannot be written as JSON: expected a JSON value, got bigint.'],
    [
      { a: new Float32Array(2) },
      '`$.a` cannot be written as JSON: expected a plain object or a list, got Float32Array.',
    ],
    [{ a: new Map() }, '`$.a` cannot be written as JSON: expected a plain object or a list, got Map.'],
    [cycle, '`$.below[0]` cannot be written as JSON: expected a tree, got a value that holds itself.'],
    [
      { 'a\ud800': 1, 'a\ud801': 2 },
      '`$` cannot be written as JSON: expected keys that stay apart, got two that differ in a lone surrogate.',
    ],
  ])('refuses what JSON cannot hold and names its path', (value, message) => {
    expect(() => stableJson(value)).toThrow(new TypeError(message));
  });
});
