/** What the program ends with. Anything but 0, 1, 2, 3 is a bug or a signal. */
export const EXIT = {
  /** Done, and not flagged. */
  done: 0,
  /** An audit flagged its suspects. */
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
