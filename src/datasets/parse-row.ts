import { describeValue } from '../config/describe-value.js';
import type { ChatMessage, TrainingRow } from '../types/chat.js';

/** A line of JSONL: the row, or `null` with everything that is wrong with it. */
export interface ParsedRow {
  readonly row: TrainingRow | null;
  readonly problems: readonly string[];
  /** Fields beside `messages`, and of messages beside `role` and `content`. */
  readonly unusedFields: readonly string[];
}

const ROLES: readonly unknown[] = ['system', 'user', 'assistant'];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(problem: string): ParsedRow {
  return { row: null, problems: [problem], unusedFields: [] };
}

function checkMessage(message: unknown, index: number): string[] {
  const path = `messages/${index}`;
  if (!isObject(message)) {
    return [`${path}: expected an object with \`role\` and \`content\`, got ${describeValue(message)}.`];
  }
  const { role, content } = message;
  const problems: string[] = [];
  if (!ROLES.includes(role)) {
    problems.push(
      `${path}/role: expected one of \`system\`, \`user\`, \`assistant\`, got ${describeValue(role)}.`,
    );
  }
  if (typeof content !== 'string' || content.trim() === '') {
    problems.push(`${path}/content: expected text that is not blank, got ${describeValue(content)}.`);
  }
  return problems;
}

function checkOrder(messages: readonly ChatMessage[]): string[] {
  const roles = messages.map(({ role }) => role);
  const turns = roles[0] === 'system' ? roles.slice(1) : roles;
  const alternates = turns.every((role, index) => role === (index % 2 === 0 ? 'user' : 'assistant'));
  if (turns.length > 0 && alternates && turns.length % 2 === 0) return [];
  return [
    `messages: expected \`system\` at most once and first, then \`user\` and \`assistant\` by turns with \`assistant\` last, ` +
      `got ${roles.map((role) => `\`${role}\``).join(', ')}.`,
  ];
}

/** The chat row in one line of JSONL. */
export function parseRow(line: string): ParsedRow {
  if (line.trim() === '') return refuse('expected a chat row, got a blank line.');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refuse(`expected JSON on one line, got ${describeValue(line)}.`);
  }
  const { messages, ...others } = isObject(value) ? value : {};
  if (!Array.isArray(messages) || messages.length === 0) {
    const got = isObject(value) ? `${describeValue(messages)} as \`messages\`` : describeValue(value);
    return refuse(`expected an object with a list of \`messages\`, got ${got}.`);
  }
  const problems = messages.flatMap(checkMessage);
  if (problems.length > 0) return { row: null, problems, unusedFields: [] };
  const checked = messages as ChatMessage[];
  const wrongOrder = checkOrder(checked);
  if (wrongOrder.length > 0) return { row: null, problems: wrongOrder, unusedFields: [] };
  const inMessages = checked.flatMap((message) => Object.keys(message));
  return {
    row: { messages: checked.map(({ role, content }) => ({ role, content })) },
    problems: [],
    unusedFields: [
      ...Object.keys(others),
      ...inMessages.filter((key) => key !== 'role' && key !== 'content'),
    ],
  };
}
