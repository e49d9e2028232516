import { join } from 'node:path';
import { CheckpointError } from '../errors.js';
import { isJsonObject } from './json-fields.js';
import { readJsonFile, readTextFile } from './read-json-file.js';
import { showValue } from './show-value.js';
import { TextTokenizer } from './tokenizer.js';

/** Twice the largest published tokenizer.json. */
export const MAX_TOKENIZER_BYTES = 64 * 2 ** 20;
// Templates are a few kilobytes, old tokenizer_config.json files with all added tokens a few hundred.
const MAX_SMALL_BYTES = 16 * 2 ** 20;

async function readRequired(directory: string, name: string, maximumBytes: number): Promise<unknown> {
  const file = join(directory, name);
  const json = await readJsonFile(file, maximumBytes);
  if (isJsonObject(json)) return json;
  const problem = json === null ? 'is missing' : 'is unusable';
  const got = json === null ? 'no such file' : showValue(json);
  throw new CheckpointError(
    `Tokenizer file \`${file}\` ${problem}: expected a JSON object, got ${got}. ` +
      'Save the tokenizer into the model folder with `tokenizer.save_pretrained`.',
    { file },
  );
}

/** `eos_token_id` of a file that need not be there: a number, a list, or nothing. */
async function readEosTokenIds(file: string): Promise<number[]> {
  const json = await readJsonFile(file, MAX_SMALL_BYTES);
  const value = isJsonObject(json) ? json['eos_token_id'] : null;
  return [value].flat().filter((id): id is number => Number.isInteger(id));
}

/**
 * The tokenizer in a checkpoint folder: `tokenizer.json`, `tokenizer_config.json`, and where they are there
 * `chat_template.jinja`, `generation_config.json` and `config.json` (for the ids that end generation).
 *
 * @throws {CheckpointError} if a file is missing or cannot be used
 */
export async function loadTokenizer(directory: string): Promise<TextTokenizer> {
  return new TextTokenizer({
    directory,
    tokenizer: await readRequired(directory, 'tokenizer.json', MAX_TOKENIZER_BYTES),
    config: await readRequired(directory, 'tokenizer_config.json', MAX_SMALL_BYTES),
    chatTemplate: await readTextFile(join(directory, 'chat_template.jinja'), MAX_SMALL_BYTES),
    eosTokenIds: [
      ...(await readEosTokenIds(join(directory, 'generation_config.json'))),
      ...(await readEosTokenIds(join(directory, 'config.json'))),
    ],
  });
}
