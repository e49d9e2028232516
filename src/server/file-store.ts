import { WireError } from './wire-error.js';

/** A file as `/v1/files` shows it. */
export interface FileObject {
  readonly id: string;
  readonly object: 'file';
  readonly bytes: number;
  readonly created_at: number;
  /** As the client named it. A name and nothing else: no file of ours has it. */
  readonly filename: string;
  readonly purpose: 'fine-tune';
  readonly status: 'processed';
}

interface StoredFile {
  readonly object: FileObject;
  readonly content: Buffer;
}

/** Files that clients sent, in memory. */
export class FileStore {
  readonly #limitBytes: number;
  readonly #files = new Map<string, StoredFile>();

  /** @param limitBytes - of all files together */
  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** @throws {WireError} 413 if there is no room for it */
  add(file: Pick<FileObject, 'id' | 'created_at' | 'filename'>, content: Buffer): FileObject {
    const held = this.list().reduce((sum, { bytes }) => sum + bytes, content.length);
    if (held > this.#limitBytes) {
      throw new WireError(
        413,
        `Files are full: expected at most ${this.#limitBytes} bytes together, got ${held}. Delete some.`,
        { code: 'storage_limit_exceeded' },
      );
    }
    const object: FileObject = {
      ...file,
      object: 'file',
      bytes: content.length,
      purpose: 'fine-tune',
      status: 'processed',
    };
    this.#files.set(file.id, { object, content });
    return object;
  }

  /** @throws {WireError} 404 if there is none */
  get(id: string): StoredFile {
    const file = this.#files.get(id);
    if (file !== undefined) return file;
    throw new WireError(
      404,
      `No such file: \`${id.slice(0, 80)}\`. GET /v1/files lists those that are there.`,
      {
        param: 'id',
        code: 'file_not_found',
      },
    );
  }

  /** The oldest first. */
  list(): FileObject[] {
    return [...this.#files.values()].map(({ object }) => object);
  }

  /** @throws {WireError} 404 if there is none */
  delete(id: string): void {
    this.get(id);
    this.#files.delete(id);
  }
}
