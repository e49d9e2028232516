import type { Hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { CheckpointError } from '../errors.js';
import { decodeBfloat16, decodeFloat16 } from './half-floats.js';
import { isMissing } from './read-json-file.js';
import { parseSafetensorsHeader } from './safetensors-header.js';
import type { SafetensorsHeader, TensorEntry } from './safetensors-header.js';
import { elementCount } from './weights.js';
import type { Weight } from './weights.js';
import { showReason } from './show-value.js';

// The format allows 100 MB; a Llama of 1,024 layers needs 2 MB. Parsing takes twenty times the size in memory.
const MAX_HEADER_BYTES = 16 * 2 ** 20;
// Large enough for the disk, small enough that half precision needs little room beside the result.
const CHUNK_BYTES = 8 * 2 ** 20;

/** What a safetensors file holds. */
export interface SafetensorsContent {
  readonly tensors: ReadonlyMap<string, Weight>;
  readonly metadata: ReadonlyMap<string, string>;
}

/** The header alone. @throws {CheckpointError} as {@link readSafetensors} does */
export async function readSafetensorsHeader(file: string): Promise<SafetensorsHeader> {
  return withFile(file, async (reader) => (await reader.readHeader()).header);
}

/**
 * Names, shapes and values of all tensors of a safetensors file; F16 and BF16 become float32.
 *
 * Memory is allocated only for sizes that the file has been found to hold.
 *
 * @param hash - is fed every byte of the file
 * @throws {CheckpointError} if the file is missing, breaks the format, or has tensors of another data type
 */
export async function readSafetensors(file: string, hash?: Hash): Promise<SafetensorsContent> {
  return withFile(file, async (reader) => {
    const { header, dataStart } = await reader.readHeader(hash);
    const tensors = new Map<string, Weight>();
    for (const entry of header.tensors) {
      tensors.set(entry.name, await reader.readTensor(entry, dataStart, hash));
    }
    return { tensors, metadata: header.metadata };
  });
}

async function withFile<T>(file: string, use: (reader: Reader) => Promise<T>): Promise<T> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    return await use(new Reader(file, handle));
  } catch (error) {
    if (error instanceof CheckpointError) throw error;
    if (isMissing(error)) {
      throw new CheckpointError(
        `Weights file \`${file}\` is missing: expected a file, got nothing. Check the path.`,
        {
          file,
          cause: error,
        },
      );
    }
    const reason = showReason(error);
    throw new CheckpointError(`Weights file \`${file}\` cannot be read: ${reason}.`, { file, cause: error });
  } finally {
    await handle?.close();
  }
}

class Reader {
  readonly #file: string;
  readonly #handle: FileHandle;

  constructor(file: string, handle: FileHandle) {
    this.#file = file;
    this.#handle = handle;
  }

  async readHeader(hash?: Hash): Promise<{ header: SafetensorsHeader; dataStart: number }> {
    const { size } = await this.#handle.stat();
    if (size < 8) {
      throw this.#error(`is too short: expected at least 8 bytes, got ${size}`);
    }
    const start = new Uint8Array(8);
    await this.#fill(start, 0, hash);
    const length = new DataView(start.buffer).getBigUint64(0, true);
    const maximum = Math.min(MAX_HEADER_BYTES, size - 8);
    if (length > maximum) {
      throw this.#error(
        `is no safetensors file: expected a header of at most ${maximum} bytes, got ${length.toString()}`,
      );
    }
    const json = new Uint8Array(Number(length));
    await this.#fill(json, 8, hash);
    const dataStart = 8 + json.length;
    return { header: parseSafetensorsHeader(json, size - dataStart, this.#file), dataStart };
  }

  /** Files are little-endian, and so is every machine that ONNX Runtime runs on. */
  async readTensor(entry: TensorEntry, dataStart: number, hash?: Hash): Promise<Weight> {
    const data = new Float32Array(elementCount(entry.shape));
    const isHalf = entry.dataType !== 'F32';
    const decode = entry.dataType === 'F16' ? decodeFloat16 : decodeBfloat16;
    const scratch = new Uint8Array(isHalf ? Math.min(CHUNK_BYTES, entry.end - entry.begin) : 0);
    const target = new Uint8Array(data.buffer);
    for (let begin = entry.begin; begin < entry.end; begin += CHUNK_BYTES) {
      const bytes = Math.min(CHUNK_BYTES, entry.end - begin);
      const done = begin - entry.begin;
      const chunk = isHalf ? scratch.subarray(0, bytes) : target.subarray(done, done + bytes);
      await this.#fill(chunk, dataStart + begin, hash);
      if (isHalf)
        decode(new Uint16Array(scratch.buffer, 0, bytes / 2), data.subarray(done / 2, (done + bytes) / 2));
    }
    return { shape: entry.shape, data };
  }

  async #fill(buffer: Uint8Array, position: number, hash?: Hash): Promise<void> {
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await this.#handle.read(
        buffer,
        filled,
        buffer.length - filled,
        position + filled,
      );
      if (bytesRead === 0) throw this.#error('ended while it was read: expected it to stay as it was');
      filled += bytesRead;
    }
    hash?.update(buffer);
  }

  #error(problem: string): CheckpointError {
    return new CheckpointError(
      `Weights file \`${this.#file}\` ${problem}. Copy or download the file again.`,
      {
        file: this.#file,
      },
    );
  }
}
