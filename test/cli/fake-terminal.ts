import { COMMANDS } from '../../src/cli/commands.js';
import { createProgram } from '../../src/cli/create-program.js';
import type { ExitCode } from '../../src/cli/exit-code.js';
import type { Terminal } from '../../src/cli/terminal.js';

export interface FakeTerminal extends Terminal {
  /** What was written so far. */
  readonly written: { out: string; err: string };
  readonly kills: number;
  interrupt(): void;
}

/** A terminal that remembers, without colours, whose clock goes one second a look. */
export function createFakeTerminal(changes: Partial<Terminal> = {}): FakeTerminal {
  const written = { out: '', err: '' };
  const listeners = new Set<() => void>();
  let time = 0;
  let kills = 0;
  return {
    written,
    get kills() {
      return kills;
    },
    interrupt: () => {
      for (const listener of listeners) listener();
    },
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    canRedraw: false,
    columns: 100,
    colors: { out: 0, err: 0 },
    environment: {},
    now: () => (time += 1000),
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    kill: () => {
      kills += 1;
    },
    ...changes,
  };
}

export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs the program as a shell would, without progress. */
export async function run(
  argv: readonly string[],
  terminal: FakeTerminal = createFakeTerminal(),
): Promise<Ran> {
  const code = await createProgram(COMMANDS, terminal)([...argv, '--quiet']);
  return { code, ...terminal.written };
}
