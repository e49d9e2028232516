import { join } from 'node:path';
import { MAX_TOKENIZER_BYTES } from './load-tokenizer.js';
import { readBytes } from './read-json-file.js';

/** What a checkpoint folder holds beside config and weights, as far as it is read here or by transformers. */
const TOKENIZER_FILES = [
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'chat_template.jinja',
  'generation_config.json',
];

/** The tokenizer's files of a checkpoint folder, those that are there: file name -> bytes, to be copied into another. */
export async function readTokenizerFiles(directory: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const name of TOKENIZER_FILES) {
    const bytes = await readBytes(join(directory, name), MAX_TOKENIZER_BYTES);
    if (bytes !== null) files.set(name, bytes);
  }
  return files;
}
