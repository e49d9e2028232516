import { COMMANDS } from './commands.js';
import { createProgram } from './create-program.js';
import { createProcessTerminal } from './process-terminal.js';

/** Runs the program on this process's command line and sets its exit code; what is still being written is written. */
export async function main(): Promise<void> {
  const terminal = createProcessTerminal();
  const code = await createProgram(COMMANDS, terminal)(process.argv.slice(2));
  process.exitCode ??= code;
}
