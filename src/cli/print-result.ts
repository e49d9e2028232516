import { stableJson } from '../report/stable-json.js';
import type { GlobalArguments } from './command.js';
import type { Terminal } from './terminal.js';

/** Writes what a command came to: one JSON value, or lines for people. */
export function printResult(
  terminal: Terminal,
  { json }: Pick<GlobalArguments, 'json'>,
  { value, lines }: { readonly value: unknown; readonly lines: readonly string[] },
): void {
  terminal.out(json === true ? stableJson(value) : `${lines.join('\n')}\n`);
}
