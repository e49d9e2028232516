import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { locateJsonError } from '../../src/config/locate-json-error.js';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('locateJsonError()', () => {
  it.each([
    ['{"a": 1,}', '1:9', 'a name in double quotes', '`}`'],
    ['[1, 2,\n 3\n 4]', '3:2', '`,` or `]`', '`4]`'],
    ['{"a" 1}', '1:6', '`:`', '`1}`'],
    ["{'a': 1}", '1:2', 'a name in double quotes or `}`', "`'a': 1}`"],
    ['{"a": NaN}', '1:7', 'a value', '`NaN}`'],
    ['{"a": "b', '1:7', 'a value', '`"b`'],
    ['{"a": 1} x', '1:10', 'the end of the file', '`x`'],
    ['', '1:1', 'a value', 'the end of the file'],
    ['[', '1:2', 'a value or `]`', 'the end of the file'],
    ['{"a": 01}', '1:7', 'a value', '`01}`'],
    ['[1]]', '1:4', 'the end of the file', '`]`'],
    ['{"a": 1\n// note\n}', '2:1', '`,` or `}`', '`// note`'],
  ])('finds the place in %j', (text, place, expected, got) => {
    const [line, column] = place.split(':').map(Number);
    expect(locateJsonError(text)).toEqual({ line, column, expected, got });
  });

  it('finds nothing in JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1), (json, indent) => {
        expect(locateJsonError(JSON.stringify(JSON.parse(json), null, indent))).toBeUndefined();
      }),
    );
  });

  it('agrees with JSON.parse() on whether a damaged text is JSON', () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', ':', '"', '\\', '{', ']', '0', '-', '.', ' ', 'x'))
      .map(([json, at, inserted]) => {
        const position = at % (json.length + 1);
        return json.slice(0, position) + inserted + json.slice(position + 1);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(locateJsonError(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('is not exhausted by depth or by a long string without an end', () => {
    expect(locateJsonError('['.repeat(200_000))).toMatchObject({ line: 1, column: 200_001 });
    expect(locateJsonError(`"${'a'.repeat(200_000)}`)).toMatchObject({ line: 1, column: 1 });
  });
});
