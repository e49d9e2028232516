import type { AuditReport } from '../types/audit-report.js';

/** What the program ends with. Anything but 0, 1, 2, 3 is a bug or a signal. */
export const EXIT = {
  /** Done, and not flagged. */
  done: 0,
  /** The report says that suspects are flagged. */
  flagged: 1,
  /** The user can mend the input. */
  input: 2,
  /** Interrupted, or the disk refused: what was done is kept. */
  incomplete: 3,
  /** EX_SOFTWARE of sysexits.h. */
  bug: 70,
  /** 128 + SIGINT, as shells have it. */
  killed: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * What a command ends with that prints a report, whether it was made just now or read: 1 if suspects are flagged, 2 if
 * suspects and controls turned out to be the same, which other models mend, and 0 for every other verdict.
 */
export function exitCodeOf({ verdict, preflight }: Pick<AuditReport, 'verdict' | 'preflight'>): ExitCode {
  if (preflight?.passed === false) return EXIT.input;
  return verdict.value === 'flagged' ? EXIT.flagged : EXIT.done;
}
