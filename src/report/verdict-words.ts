import type { VerdictValue } from '../types/audit-report.js';

/** What a verdict is called wherever people read it. */
export const VERDICT_WORDS: Readonly<Record<VerdictValue, string>> = {
  flagged: 'Flagged',
  'not-flagged': 'Not flagged',
  inconclusive: 'Inconclusive',
};
