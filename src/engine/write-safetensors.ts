import { elementCount, showShape } from './weights.js';
import type { Weights } from './weights.js';
import { writeFileAtomically } from './write-atomically.js';

/** The bytes before the data: length, JSON, and spaces up to a multiple of 8. */
function encodeHeader(weights: Weights, metadata: Readonly<Record<string, string>>): Uint8Array {
  const entries: [string, unknown][] = [['__metadata__', metadata]];
  let begin = 0;
  for (const [name, { shape, data }] of weights) {
    if (data.length !== elementCount(shape)) {
      throw new RangeError(
        `Expected \`${name}\` ${showShape(shape)} to match its data, got ${data.length} numbers.`,
      );
    }
    const end = begin + data.byteLength;
    entries.push([name, { dtype: 'F32', shape, data_offsets: [begin, end] }]);
    begin = end;
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)));
  const padded = Math.ceil(json.length / 8) * 8;
  const header = new Uint8Array(8 + padded).fill(0x20);
  new DataView(header.buffer).setBigUint64(0, BigInt(padded), true);
  header.set(json, 8);
  return header;
}

/**
 * Writes tensors as float32 into a safetensors file: sorted by name, so that the same tensors give the same bytes.
 *
 * The file appears whole or not at all.
 *
 * @param metadata - added to `format: pt`, which transformers asks for
 * @throws {RangeError} if a shape and its data differ
 * @throws {IncompleteRunError} if the disk refuses
 */
export async function writeSafetensors(
  file: string,
  weights: Weights,
  metadata: Readonly<Record<string, string>> = {},
): Promise<void> {
  const sorted = new Map([...weights].sort(([first], [second]) => (first < second ? -1 : 1)));
  const header = encodeHeader(sorted, { format: 'pt', ...metadata });
  await writeFileAtomically(file, async (handle) => {
    await handle.writeFile(header);
    for (const { data } of sorted.values()) {
      await handle.writeFile(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    }
  });
}
