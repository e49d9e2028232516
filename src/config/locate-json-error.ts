import { visibleText } from './visible-text.js';

/** Where a text stops being JSON: 1-based, columns in UTF-16 code units, and what was due and what stands there. */
export interface JsonErrorLocation {
  readonly line: number;
  readonly column: number;
  readonly expected: string;
  readonly got: string;
}

const SPACE = /[ \t\n\r]*/y;
const TOKEN =
  /[{}[\],:]|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const LONGEST_EXCERPT = 20;

type State = 'value' | 'first-value' | 'name' | 'first-name' | 'colon' | 'after';

function matchAt(pattern: RegExp, text: string, position: number): string {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0] ?? '';
}

/** The state after a token, or `undefined` if the token cannot stand here. `due` holds the brackets yet to close. */
function nextState(state: State, token: string, due: string[]): State | undefined {
  const mayClose = state === 'after' || state === 'first-value' || state === 'first-name';
  if (mayClose && token !== '' && token === due.at(-1)) {
    due.pop();
    return 'after';
  }
  if (state === 'after') {
    if (token !== ',' || due.length === 0) return undefined;
    return due.at(-1) === '}' ? 'name' : 'value';
  }
  if (state === 'colon') return token === ':' ? 'value' : undefined;
  if (state === 'name' || state === 'first-name') return token.startsWith('"') ? 'colon' : undefined;
  if (token === '{' || token === '[') {
    due.push(token === '{' ? '}' : ']');
    return token === '{' ? 'first-name' : 'first-value';
  }
  return /^["\w-]/.test(token) ? 'after' : undefined;
}

function describeState(state: State, due: readonly string[]): string {
  const closing = due.at(-1);
  if (state === 'after') return closing === undefined ? 'the end of the file' : `\`,\` or \`${closing}\``;
  if (state === 'colon') return '`:`';
  if (state === 'name') return 'a name in double quotes';
  if (state === 'first-name') return 'a name in double quotes or `}`';
  return state === 'value' ? 'a value' : 'a value or `]`';
}

function describePosition(text: string, position: number): string {
  if (position >= text.length) return 'the end of the file';
  const [line = ''] = text.slice(position, position + LONGEST_EXCERPT).split('\n');
  return `\`${visibleText(line)}\``;
}

/** Where the text stops being JSON (RFC 8259), or `undefined` if it is JSON. Nesting may be of any depth. */
export function locateJsonError(text: string): JsonErrorLocation | undefined {
  const due: string[] = [];
  let state: State = 'value';
  let position = matchAt(SPACE, text, 0).length;
  for (;;) {
    const token = matchAt(TOKEN, text, position);
    const next = nextState(state, token, due);
    if (next === undefined) break;
    state = next;
    position += token.length;
    position += matchAt(SPACE, text, position).length;
  }
  if (position === text.length && state === 'after' && due.length === 0) return undefined;
  const lines = text.slice(0, position).split('\n');
  return {
    line: lines.length,
    column: (lines.at(-1)?.length ?? 0) + 1,
    expected: describeState(state, due),
    got: describePosition(text, position),
  };
}
