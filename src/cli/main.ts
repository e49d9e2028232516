import { COMMANDS } from './commands.js';
import { createProgram } from './create-program.js';
import { printError } from './print-error.js';
import { createProcessTerminal } from './process-terminal.js';

/** Runs the program on this process's command line and sets its exit code; what is still being written is written. */
export async function main(): Promise<void> {
  const terminal = createProcessTerminal();
  // Node would end with 1, which means that a model was flagged.
  process.on('uncaughtException', (error) => {
    process.exit(printError(terminal, error, false));
  });
  const code = await createProgram(COMMANDS, terminal)(process.argv.slice(2));
  process.exitCode ??= code;
}
