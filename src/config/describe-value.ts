import { visibleJsonString } from './visible-text.js';

const LONGEST_VALUE = 80;

/** A value as an error message prints it after "got": quoted, on one line, at most 80 characters, no whole object. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  const clipped = value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE - 1)}…` : value;
  return visibleJsonString(clipped);
}
