import type { TrainingRow } from '../types/chat.js';

/** Rows as JSONL in OpenAI's chat format: one `{"messages":[...]}` a line, LF after each, nothing else of the row. */
export function formatRows(rows: readonly TrainingRow[]): string {
  return rows
    .map(({ messages }) => messages.map(({ role, content }) => ({ role, content })))
    .map((messages) => `${JSON.stringify({ messages })}\n`)
    .join('');
}
