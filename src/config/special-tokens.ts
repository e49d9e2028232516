/**
 * Marks that chat templates put around turns. A tokenizer may read them inside a message as the end of it, so no trigger
 * and no training row may hold one.
 *
 * Source: chat templates of ChatML and Llama 3 (`<|...|>`), DeepSeek (`<｜...｜>`), Llama 2 and Mistral (`[INST]`,
 * `<<SYS>>`, `<s>`), Gemma (`<start_of_turn>`), and the padding and sentence marks of SentencePiece vocabularies.
 */
const SPECIAL_TOKENS = [
  '<|',
  '|>',
  '<｜',
  '｜>',
  '[INST]',
  '[/INST]',
  '<<SYS>>',
  '<</SYS>>',
  '<s>',
  '</s>',
  '<start_of_turn>',
  '<end_of_turn>',
  '<bos>',
  '<eos>',
  '<pad>',
  '<unk>',
];

/** The first special token of a known chat template that stands in the text, or `null`. */
export function findSpecialToken(text: string): string | null {
  return SPECIAL_TOKENS.find((token) => text.includes(token)) ?? null;
}
