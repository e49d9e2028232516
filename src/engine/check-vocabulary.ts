import { CheckpointError } from '../errors.js';

/**
 * Refuses a tokenizer with ids that the model has no row for: they would be read from beyond its table.
 *
 * @param directory - of the model, for the message
 * @throws {CheckpointError} naming both sizes
 */
export function checkVocabulary(
  tokenizer: { readonly vocabSize: number },
  config: { readonly vocabSize: number },
  directory: string,
): void {
  if (tokenizer.vocabSize <= config.vocabSize) return;
  throw new CheckpointError(
    `Tokenizer of \`${directory}\` does not fit the model: expected at most ${config.vocabSize} token ids, ` +
      `got ${tokenizer.vocabSize}. Use the tokenizer that the model was trained with.`,
    { file: directory },
  );
}
