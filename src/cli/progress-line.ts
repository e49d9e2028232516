import type { Terminal } from './terminal.js';

const REDRAW_EVERY_MS = 100;
const WRITE_EVERY_MS = 5000;
const CLEAR_LINE = '\r\u001b[2K';

/** Says on standard error how far a run is. */
export interface ProgressLine {
  update(text: string): void;
  /** Takes the line away, so that what follows stands alone. */
  clear(): void;
}

/** One line that is drawn over, or where that cannot be, a line every few seconds. */
export function createProgressLine(
  terminal: Pick<Terminal, 'err' | 'canRedraw' | 'columns' | 'now'>,
  isQuiet: boolean,
): ProgressLine {
  if (isQuiet) return { update: () => undefined, clear: () => undefined };
  const { canRedraw } = terminal;
  const every = canRedraw ? REDRAW_EVERY_MS : WRITE_EVERY_MS;
  let latest = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  return {
    update: (text) => {
      const now = terminal.now();
      if (now - latest < every) return;
      latest = now;
      isDrawn = canRedraw;
      // A line that wraps could not be drawn over.
      terminal.err(canRedraw ? `${CLEAR_LINE}${text.slice(0, terminal.columns - 1)}` : `${text}\n`);
    },
    clear: () => {
      if (isDrawn) terminal.err(CLEAR_LINE);
      isDrawn = false;
    },
  };
}
