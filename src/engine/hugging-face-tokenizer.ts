import { Tokenizer } from '@huggingface/tokenizers';
import { CheckpointError } from '../errors.js';
import { isJsonObject } from './json-fields.js';
import { showReason, showValue } from './show-value.js';

/** The part of `@huggingface/tokenizers` that is used. Its own declarations do not resolve under `nodenext`. */
export interface HuggingFaceTokenizer {
  encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
  /** Throws on an empty list. */
  decode(
    ids: readonly number[],
    options: { skip_special_tokens: boolean; clean_up_tokenization_spaces: boolean },
  ): string;
  token_to_id(token: string): number | undefined;
  id_to_token(id: number): string | undefined;
  get_added_tokens_decoder(): ReadonlyMap<number, { readonly id: number; readonly special: boolean }>;
}

const TokenizerClass = Tokenizer as unknown as new (
  tokenizer: object,
  config: object,
) => HuggingFaceTokenizer;

// Several times the largest published vocabulary. The library fills an array up to the largest id.
const MAX_TOKEN_ID = 2 ** 20;

/**
 * The library's tokenizer for parsed `tokenizer.json` and `tokenizer_config.json`, and its largest token id.
 *
 * @param directory - named in errors
 * @throws {CheckpointError} if the library cannot use the files, or an id is missing or out of range
 */
export function createHuggingFaceTokenizer(
  tokenizer: unknown,
  config: object,
  directory: string,
): { tokenizer: HuggingFaceTokenizer; largestId: number } {
  const largestId = findLargestId(tokenizer, directory);
  try {
    return { tokenizer: new TokenizerClass(tokenizer as object, config), largestId };
  } catch (error) {
    throw tokenizerError(directory, showReason(error), error);
  }
}

function findLargestId(json: unknown, directory: string): number {
  const model = isJsonObject(json) && isJsonObject(json['model']) ? json['model'] : {};
  const added = isJsonObject(json) ? json['added_tokens'] : undefined;
  const vocabulary = model['vocab'];
  // Unigram vocabularies are lists, and the id is the position.
  const ids: unknown[] = Array.isArray(vocabulary)
    ? [vocabulary.length - 1]
    : Object.values(isJsonObject(vocabulary) ? vocabulary : {});
  if (Array.isArray(added)) {
    for (const token of added as unknown[]) ids.push(isJsonObject(token) ? token['id'] : token);
  }
  if (ids.length === 0)
    throw tokenizerError(directory, 'expected a vocabulary in `tokenizer.json`, got none');
  let largest = 0;
  for (const id of ids) {
    if (!Number.isInteger(id) || Number(id) < 0 || Number(id) >= MAX_TOKEN_ID) {
      throw tokenizerError(directory, `expected token ids in [0, ${MAX_TOKEN_ID}), got ${showValue(id)}`);
    }
    largest = Math.max(largest, Number(id));
  }
  return largest;
}

function tokenizerError(directory: string, reason: string, cause?: unknown): CheckpointError {
  return new CheckpointError(
    `Tokenizer of \`${directory}\` cannot be used: ${reason}. Save it again with \`tokenizer.save_pretrained\`.`,
    { file: directory, cause },
  );
}
