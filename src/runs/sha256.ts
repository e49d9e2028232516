import { createHash } from 'node:crypto';
import { stableJson } from '../report/stable-json.js';
import type { AuditReport } from '../types/audit-report.js';

/** Hexadecimal, of bytes or of UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Of the report without its times, which is all that two runs may differ in. */
export function reportSha256(report: AuditReport): string {
  return sha256(stableJson({ ...report, timing: {} }));
}
