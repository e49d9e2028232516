import { locateJsonError } from '../config/locate-json-error.js';
import { visibleText } from '../config/visible-text.js';

const LONGEST = 80;

function clip(text: string): string {
  const visible = visibleText(text);
  return visible.length > LONGEST ? `${visible.slice(0, LONGEST - 1)}…` : visible;
}

/** An untrusted value as an error message shows it: JSON on one line, at most 80 characters, nothing hidden. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  try {
    return clip(JSON.stringify(value));
  } catch {
    // It recurses, and untrusted values may be nested as deep as their file is long.
    return 'a deeply nested value';
  }
}

/** An untrusted name, for backticks: on one line, at most 80 characters, nothing hidden. */
export function showName(name: string): string {
  return clip(JSON.stringify(name).slice(1, -1));
}

/** What an error says. Errors of the runtime need not be instances of this module's `Error`. */
export function showReason(error: unknown): string {
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  return visibleText(String(isError ? error.message : error));
}

/** Where and why a text is not JSON: `at line 1, column 5: expected ..., got ...`. */
export function showJsonError(text: string): string {
  const error = locateJsonError(text);
  if (error === undefined) return 'for this runtime: expected a shorter text';
  return `at line ${error.line}, column ${error.column}: expected ${error.expected}, got ${error.got}`;
}
