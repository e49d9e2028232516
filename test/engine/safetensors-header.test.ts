import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CheckpointError } from '../../src/errors.js';
import { parseSafetensorsHeader } from '../../src/engine/safetensors-header.js';
import { messageOf } from './temporary-folder.js';

function parse(header: unknown, dataBytes: number): ReturnType<typeof parseSafetensorsHeader> {
  const bytes =
    header instanceof Uint8Array
      ? header
      : new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  return parseSafetensorsHeader(bytes, dataBytes, 'a.safetensors');
}

function f32(shape: unknown, begin: unknown, end: unknown): Record<string, unknown> {
  return { dtype: 'F32', shape, data_offsets: [begin, end] };
}

describe('parseSafetensorsHeader()', () => {
  it('lists tensors in the order of the file, and the metadata', () => {
    const header = {
      __metadata__: { format: 'pt' },
      second: { dtype: 'BF16', shape: [2, 3], data_offsets: [8, 20] },
      first: f32([2], 0, 8),
      scalar: { dtype: 'F16', shape: [], data_offsets: [20, 22] },
      empty: f32([3, 0], 20, 20),
    };
    expect(parse(header, 22)).toEqual({
      metadata: new Map([['format', 'pt']]),
      tensors: [
        { name: 'first', dataType: 'F32', shape: [2], begin: 0, end: 8 },
        { name: 'second', dataType: 'BF16', shape: [2, 3], begin: 8, end: 20 },
        { name: 'empty', dataType: 'F32', shape: [3, 0], begin: 20, end: 20 },
        { name: 'scalar', dataType: 'F16', shape: [], begin: 20, end: 22 },
      ],
    });
  });

  it('allows spaces behind the JSON and no tensor at all', () => {
    expect(parse('{}   ', 0)).toEqual({ metadata: new Map(), tensors: [] });
  });

  it('treats `__proto__` as a name like any other', () => {
    const { tensors } = parse('{"__proto__": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}', 4);
    expect(tensors.map(({ name }) => name)).toEqual(['__proto__']);
  });

  const header = 'Header of `a.safetensors`';
  const tensor = 'Tensor `a` of `a.safetensors`';
  const shape = `${tensor} has a bad shape: expected at most 8 sizes, got`;
  const offsets = `${tensor} has bad offsets: expected [begin, end] in bytes, got`;
  const type = `${tensor} has a data type that is not read here: expected F32, F16 or BF16, got`;
  const copy = 'Copy or download the file again.';
  const deep = '['.repeat(100_000);
  it.each([
    [
      'not JSON',
      '{"a"',
      0,
      `${header} is not JSON at line 1, column 5: expected \`:\`, got the end of the file. ${copy}`,
    ],
    [
      'empty',
      '',
      0,
      `${header} is not JSON at line 1, column 1: expected a value, got the end of the file. ${copy}`,
    ],
    [
      'not UTF-8',
      Uint8Array.of(0x7b, 0xff, 0x7d),
      0,
      `${header} is no text: expected UTF-8, got other bytes. ${copy}`,
    ],
    ['a list', [], 0, `${header} is not an object: expected {...}, got []. ${copy}`],
    ['deeply nested', deep, 0, `${header} nests too deeply: expected at most 3 levels. ${copy}`],
    [
      'a name twice',
      '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}',
      4,
      `${header} has the key "a" twice: expected it once. ${copy}`,
    ],
    [
      'a field twice',
      '{"a":{"dtype":"F16","dtype":"BF16","shape":[2],"data_offsets":[0,4]}}',
      4,
      `${header} has the key "dtype" twice: expected it once. ${copy}`,
    ],
    [
      'metadata that is no object',
      { __metadata__: 1 },
      0,
      `${header} has bad metadata: expected an object, got 1. ${copy}`,
    ],
    [
      'metadata that is no text',
      { __metadata__: { a: [1] } },
      0,
      `${header} has bad metadata: expected "a" to be text, got [1]. ${copy}`,
    ],
    [
      'a tensor that is no object',
      { a: 1 },
      0,
      `${tensor} is not described: expected an object, got 1. ${copy}`,
    ],
    [
      'another data type',
      { a: { ...f32([1], 0, 1), dtype: 'I8' } },
      1,
      `${type} "I8". Save the model in one of these.`,
    ],
    [
      'an inherited data type',
      { a: { ...f32([1], 0, 1), dtype: 'toString' } },
      1,
      `${type} "toString". Save the model in one of these.`,
    ],
    ['no shape', { a: { dtype: 'F32', data_offsets: [0, 4] } }, 4, `${shape} nothing. ${copy}`],
    ['a negative size', { a: f32([-1, -1], 0, 4) }, 4, `${shape} [-1,-1]. ${copy}`],
    ['a fraction of a size', { a: f32([0.5, 2], 0, 4) }, 4, `${shape} [0.5,2]. ${copy}`],
    ['a size as text', { a: f32(['1'], 0, 4) }, 4, `${shape} ["1"]. ${copy}`],
    [
      'an unsafe size',
      '{"a":{"dtype":"F32","shape":[9007199254740993],"data_offsets":[0,4]}}',
      4,
      `${shape} [9007199254740992]. ${copy}`,
    ],
    [
      'too many sizes',
      { a: f32([1, 1, 1, 1, 1, 1, 1, 1, 1], 0, 4) },
      4,
      `${shape} [1,1,1,1,1,1,1,1,1]. ${copy}`,
    ],
    [
      'sizes whose product is enormous',
      { a: f32([2 ** 40, 2 ** 40], 0, 4) },
      4,
      `${tensor} has another size than its shape: expected 4.835703278458517e+24 bytes for F32 [1099511627776,1099511627776], got 4. ${copy}`,
    ],
    [
      'sizes whose product is infinite',
      { a: f32(Array(8).fill(2 ** 52), 0, 4) },
      4,
      `${tensor} has another size than its shape: expected 6.769213120412146e+125 bytes for F32 [4503599627370496,4503599627370496,4503599627370496,4503599627370496,4503599627…, got 4. ${copy}`,
    ],
    [
      'offsets of another size',
      { a: f32([2], 0, 4) },
      4,
      `${tensor} has another size than its shape: expected 8 bytes for F32 [2], got 4. ${copy}`,
    ],
    [
      'offsets the wrong way round',
      { a: f32([1], 8, 4) },
      8,
      `${tensor} has another size than its shape: expected 4 bytes for F32 [1], got -4. ${copy}`,
    ],
    ['no offsets', { a: { dtype: 'F32', shape: [1] } }, 4, `${offsets} nothing. ${copy}`],
    [
      'three offsets',
      { a: { ...f32([1], 0, 4), data_offsets: [0, 4, 8] } },
      4,
      `${offsets} [0,4,8]. ${copy}`,
    ],
    ['a negative offset', { a: f32([1], -4, 0) }, 4, `${offsets} [-4,0]. ${copy}`],
    [
      'overlapping tensors',
      { b: f32([2], 0, 8), a: f32([2], 4, 12) },
      12,
      `${tensor} overlaps the one before it: expected it to begin at byte 8, got 4. ${copy}`,
    ],
    [
      'the same bytes twice',
      { b: f32([1], 0, 4), a: f32([1], 0, 4) },
      4,
      `${tensor} overlaps the one before it: expected it to begin at byte 4, got 0. ${copy}`,
    ],
    [
      'a gap between tensors',
      { b: f32([1], 0, 4), a: f32([1], 8, 12) },
      12,
      `${tensor} leaves a gap before it: expected it to begin at byte 4, got 8. ${copy}`,
    ],
    [
      'a gap at the start',
      { a: f32([1], 4, 8) },
      8,
      `${tensor} leaves a gap before it: expected it to begin at byte 0, got 4. ${copy}`,
    ],
    [
      'a tensor behind the end',
      { a: f32([4], 0, 16) },
      12,
      `Weights file \`a.safetensors\` has the wrong size: expected 16 bytes of tensors, got 12. ${copy}`,
    ],
    [
      'bytes behind the last tensor',
      { a: f32([1], 0, 4) },
      5,
      `Weights file \`a.safetensors\` has the wrong size: expected 4 bytes of tensors, got 5. ${copy}`,
    ],
  ])('refuses %s', async (_what, json, dataBytes, message) => {
    expect(await messageOf(() => parse(json, dataBytes))).toBe(message);
  });

  it('cuts a long name off and says which tensor it was', async () => {
    const name = 'n'.repeat(1000);
    expect(await messageOf(() => parse({ [name]: 1 }, 0))).toBe(
      `Tensor \`${'n'.repeat(79)}…\` of \`a.safetensors\` is not described: expected an object, got 1. ${copy}`,
    );
    expect(() => parse({ a: 1 }, 0)).toThrow(
      expect.objectContaining({ name: 'CheckpointError', file: 'a.safetensors', tensor: 'a' }),
    );
  });

  it('refuses or reads whatever a damaged header says, and fails in no other way', () => {
    const whole = new TextEncoder().encode(JSON.stringify({ a: f32([2, 3], 0, 24), b: f32([], 24, 28) }));
    const damage = fc.array(
      fc.tuple(fc.nat(whole.length - 1), fc.constantFrom(...Buffer.from('{}[],:"0-9eE.\\\xff'))),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(damage, (changes) => {
        const bytes = Uint8Array.from(whole);
        for (const [position, byte] of changes) bytes[position] = byte;
        try {
          const sizes = parse(bytes, 28).tensors.map(({ begin, end }) => end - begin);
          expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(28);
        } catch (error) {
          expect(error).toBeInstanceOf(CheckpointError);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
