import type { TokenRow } from '../engine/pack-rows.js';
import { ConfigError } from '../errors.js';
import type { ChatMessage, TrainingRow } from '../types/chat.js';

/** The part of a tokenizer that training needs. */
export interface TrainingTokenizer {
  encodeTraining(messages: readonly ChatMessage[]): { readonly ids: number[]; readonly answer: Uint8Array };
  tokenId(token: string): number | null;
}

/** What a model can read. */
export interface TokenLimits {
  /** Longest row, in tokens. */
  readonly maxPositions: number;
  readonly vocabSize: number;
}

const LISTED_PROBLEMS = 10;

/**
 * The rows as tokens; what the assistant says has weight 1, the rest 0.
 *
 * @throws {ConfigError} listing the rows that are longer than the model's context, have nothing to learn, or hold a token
 * that the model does not have. Rows are never cut: a row without its end would teach another behaviour
 */
export function tokenizeRows(
  rows: readonly TrainingRow[],
  tokenizer: TrainingTokenizer,
  { maxPositions, vocabSize }: TokenLimits,
): TokenRow[] {
  if (rows.length === 0) {
    throw new ConfigError('`rows` are empty: expected at least 1 training row, got none. Add examples.');
  }
  const problems: string[] = [];
  const tokenRows = rows.map(({ messages }, index) => {
    const { ids, answer } = tokenizer.encodeTraining(messages);
    const unknown = ids.find((id) => id >= vocabSize);
    const row = `row ${index + 1}`;
    if (ids.length > maxPositions) {
      problems.push(`${row}: expected at most ${maxPositions} tokens, got ${ids.length}. Shorten it.`);
    } else if (!answer.includes(1, 1)) {
      problems.push(`${row}: expected something that the assistant says, got nothing. Add an answer.`);
    } else if (unknown !== undefined) {
      problems.push(
        `${row}: expected token ids below ${vocabSize}, got ${unknown}. Use the model's own tokenizer.`,
      );
    }
    return { ids, weights: answer };
  });
  if (problems.length > 0) throw rowsError(problems);
  return tokenRows;
}

function rowsError(problems: readonly string[]): ConfigError {
  const listed = problems.slice(0, LISTED_PROBLEMS);
  if (problems.length > listed.length) listed.push(`and ${problems.length - listed.length} more.`);
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return new ConfigError(
    [
      `Training rows do not fit the model (${count}; rows count from 1):`,
      ...listed.map((line) => `  - ${line}`),
    ].join('\n'),
  );
}
