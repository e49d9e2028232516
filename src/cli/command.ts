import type { CommandModule } from 'yargs';
import type { ExitCode } from './exit-code.js';
import type { Terminal } from './terminal.js';

/** Options that every command takes. */
export interface GlobalArguments {
  json: boolean | undefined;
  quiet: boolean | undefined;
  seed: string | undefined;
}

/** What every command gets from the program. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
  /** Sets what the program ends with; 0 if nothing is set. */
  readonly exitWith: (code: ExitCode) => void;
}

/** Options are read from the open part of the arguments, by the functions of `option-values.ts`. */
export type Command = CommandModule<GlobalArguments, GlobalArguments>;

/** Makes a command for one run of the program. */
export type CommandFactory = (context: CommandContext) => Command;
