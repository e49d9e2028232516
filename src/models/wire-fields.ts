/** A JSON object of a response, of which nothing is known yet. */
export type WireRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is WireRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in a field, or `undefined` where it is missing, null, or something else. */
export function recordIn(record: WireRecord, field: string): WireRecord | undefined {
  const value = record[field];
  return isRecord(value) ? value : undefined;
}

/** The list in a field; empty where there is none. */
export function listIn(record: WireRecord, field: string): readonly unknown[] {
  const value = record[field];
  return Array.isArray(value) ? value : [];
}

/** The text in a field, or `null` where it is missing, empty, or something else. */
export function textIn(record: WireRecord, field: string): string | null {
  const value = record[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The count in a field, or `null`. */
export function countIn(record: WireRecord, field: string): number | null {
  const value = record[field];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
