import { CheckpointError } from '../errors.js';
import { isJsonObject } from './json-fields.js';
import { findStructureProblem } from './json-structure.js';
import { showJsonError, showName, showValue } from './show-value.js';

const BYTES_PER_ELEMENT = { F32: 4, F16: 2, BF16: 2 } as const;
export type DataType = keyof typeof BYTES_PER_ELEMENT;

/** Where one tensor lies in the part of the file behind the header. */
export interface TensorEntry {
  readonly name: string;
  readonly dataType: DataType;
  readonly shape: readonly number[];
  /** First byte, and the byte behind the last. */
  readonly begin: number;
  readonly end: number;
}

export interface SafetensorsHeader {
  /** In the order of the file, which they fill without a gap. */
  readonly tensors: readonly TensorEntry[];
  readonly metadata: ReadonlyMap<string, string>;
}

// The format knows no limit; no weight of a Llama has more than two.
const MAX_DIMENSIONS = 8;
// The header, a tensor, its shape.
const MAX_DEPTH = 3;
const COPY_AGAIN = 'Copy or download the file again.';

/**
 * What the header of a safetensors file says, checked by the rules of the format: every byte of the data belongs to exactly
 * one tensor.
 *
 * @param bytes - the JSON text, without the length before it
 * @param dataBytes - size of the rest of the file
 * @param file - named in errors
 * @throws {CheckpointError} naming the first tensor that breaks a rule
 *
 * Source: https://github.com/huggingface/safetensors, "Format".
 */
export function parseSafetensorsHeader(
  bytes: Uint8Array,
  dataBytes: number,
  file: string,
): SafetensorsHeader {
  const header = parseJson(bytes, file);
  const metadata = new Map<string, string>();
  const tensors: TensorEntry[] = [];
  // Entries, not lookups: a tensor may be called `__proto__`.
  for (const [name, value] of Object.entries(header)) {
    if (name === '__metadata__') readMetadata(value, metadata, file);
    else tensors.push(parseTensor(name, value, file));
  }
  tensors.sort((first, second) => first.begin - second.begin || first.end - second.end);
  let expected = 0;
  for (const { name, begin, end } of tensors) {
    if (begin !== expected) {
      const problem = begin < expected ? 'overlaps the one before it' : 'leaves a gap before it';
      throw tensorError(file, name, `${problem}: expected it to begin at byte ${expected}, got ${begin}`);
    }
    expected = end;
  }
  if (expected !== dataBytes) {
    throw new CheckpointError(
      `Weights file \`${file}\` has the wrong size: expected ${expected} bytes of tensors, got ${dataBytes}. ${COPY_AGAIN}`,
      { file },
    );
  }
  return { tensors, metadata };
}

function parseJson(bytes: Uint8Array, file: string): Readonly<Record<string, unknown>> {
  const text = decodeText(bytes, file);
  let header: unknown;
  let problem: string | null;
  try {
    problem = findStructureProblem(text, MAX_DEPTH);
    if (problem === null) header = JSON.parse(text);
  } catch (error) {
    throw headerError(file, `is not JSON ${showJsonError(text)}`, error);
  }
  if (problem !== null) throw headerError(file, problem);
  if (!isJsonObject(header)) {
    throw headerError(file, `is not an object: expected {...}, got ${showValue(header)}`);
  }
  return header;
}

function decodeText(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw headerError(file, 'is no text: expected UTF-8, got other bytes', error);
  }
}

function readMetadata(value: unknown, metadata: Map<string, string>, file: string): void {
  if (!isJsonObject(value))
    throw headerError(file, `has bad metadata: expected an object, got ${showValue(value)}`);
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string') {
      throw headerError(
        file,
        `has bad metadata: expected ${showValue(key)} to be text, got ${showValue(text)}`,
      );
    }
    metadata.set(key, text);
  }
}

function parseTensor(name: string, value: unknown, file: string): TensorEntry {
  if (!isJsonObject(value))
    throw tensorError(file, name, `is not described: expected an object, got ${showValue(value)}`);
  const { dtype: dataType, shape, data_offsets: offsets } = value;
  if (typeof dataType !== 'string' || !isDataType(dataType)) {
    throw tensorError(
      file,
      name,
      `has a data type that is not read here: expected F32, F16 or BF16, got ${showValue(dataType)}`,
      'Save the model in one of these.',
    );
  }
  if (!Array.isArray(shape) || shape.length > MAX_DIMENSIONS || !shape.every(isSize)) {
    throw tensorError(
      file,
      name,
      `has a bad shape: expected at most ${MAX_DIMENSIONS} sizes, got ${showValue(shape)}`,
    );
  }
  if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isSize)) {
    throw tensorError(
      file,
      name,
      `has bad offsets: expected [begin, end] in bytes, got ${showValue(offsets)}`,
    );
  }
  const [begin, end] = offsets as [number, number];
  // Wrong for products beyond 2^53, which then equal no difference of two offsets below it.
  const bytes = shape.reduce((product, length) => product * length, BYTES_PER_ELEMENT[dataType]);
  if (end - begin !== bytes) {
    throw tensorError(
      file,
      name,
      `has another size than its shape: expected ${bytes} bytes for ${dataType} ${showValue(shape)}, got ${end - begin}`,
    );
  }
  return { name, dataType, shape, begin, end };
}

function isDataType(text: string): text is DataType {
  return Object.hasOwn(BYTES_PER_ELEMENT, text);
}

function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function headerError(file: string, problem: string, cause?: unknown): CheckpointError {
  return new CheckpointError(`Header of \`${file}\` ${problem}. ${COPY_AGAIN}`, { file, cause });
}

function tensorError(file: string, tensor: string, problem: string, action = COPY_AGAIN): CheckpointError {
  const shown = showName(tensor);
  return new CheckpointError(`Tensor \`${shown}\` of \`${file}\` ${problem}. ${action}`, { file, tensor });
}
