import { supportsColor, supportsColorStderr } from 'chalk';
import { EXIT } from './exit-code.js';
import type { ColorLevel, Terminal } from './terminal.js';

const DEFAULT_COLUMNS = 100;
const WIDEST = 110;

/** Source: no-color.org. chalk itself looks at FORCE_COLOR and TERM. */
function levelOf(supported: { readonly level: ColorLevel } | false): ColorLevel {
  const refused = process.env['NO_COLOR'];
  return supported === false || (refused !== undefined && refused !== '') ? 0 : supported.level;
}

/** The terminal of this process. */
export function createProcessTerminal(): Terminal {
  let isOutClosed = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    isOutClosed = true;
    // Whoever reads has seen enough, as `head` does.
    if (error.code === 'EPIPE') return;
    process.stderr.write(`Error: the result could not be written: ${error.message}.\n`);
    process.exitCode = EXIT.incomplete;
  });
  process.stderr.on('error', () => undefined);
  return {
    out: (text) => {
      if (!isOutClosed) process.stdout.write(text);
    },
    err: (text) => {
      process.stderr.write(text);
    },
    canRedraw: process.stderr.isTTY,
    columns: Math.min(WIDEST, (process.stdout.isTTY ? process.stdout.columns : 0) || DEFAULT_COLUMNS),
    colors: { out: levelOf(supportsColor), err: levelOf(supportsColorStderr) },
    environment: process.env,
    now: () => performance.now(),
    onInterrupt: (listener) => {
      process.on('SIGINT', listener).on('SIGTERM', listener);
      return () => {
        process.off('SIGINT', listener).off('SIGTERM', listener);
      };
    },
    kill: () => {
      process.exit(EXIT.killed);
    },
  };
}
