import { showValue } from './show-value.js';

/** The index of the quote that closes the string which opens at `start`, or the text's length. */
function closingQuote(json: string, start: number): number {
  let end = start + 1;
  while (end < json.length && json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end;
}

/**
 * What `JSON.parse` would let pass in an untrusted text, or `null`: a key twice in one object, of which it silently keeps the
 * last, and deep nesting, which costs it much memory for few bytes.
 *
 * @param json - need not be well-formed
 * @param maximumDepth - of objects and lists within each other
 * @throws {SyntaxError} on a key that is no JSON string
 */
export function findStructureProblem(json: string, maximumDepth: number): string | null {
  const open: Set<string>[] = [];
  let string = '';
  for (let index = 0; index < json.length; index++) {
    switch (json[index]) {
      case '{':
      case '[':
        if (open.length === maximumDepth) return `nests too deeply: expected at most ${maximumDepth} levels`;
        open.push(new Set());
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case '"': {
        const end = closingQuote(json, index);
        string = json.slice(index, end + 1);
        index = end;
        break;
      }
      case ':': {
        const key = JSON.parse(string) as string;
        if (open.at(-1)?.has(key) === true) return `has the key ${showValue(key)} twice: expected it once`;
        open.at(-1)?.add(key);
        break;
      }
    }
  }
  return null;
}
