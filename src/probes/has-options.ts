import type { Paraphrase, QuestionOption } from '../types/question-bank.js';

/** Is it a choice question. In a bank of presence or recognition every wording is. */
export function hasOptions(
  paraphrase: Paraphrase,
): paraphrase is Paraphrase & { readonly options: readonly [QuestionOption, QuestionOption] } {
  return paraphrase.options !== undefined;
}
