import yargs from 'yargs';
import { ConfigError } from '../errors.js';
import { readToolVersion } from '../runs/read-tool-version.js';
import type { Command, CommandContext, CommandFactory } from './command.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { printError } from './print-error.js';
import type { Terminal } from './terminal.js';
import { usageError } from './usage-error.js';

/** Takes the words of a command line, returns what the process is to end with. */
export type Program = (argv: readonly string[]) => Promise<ExitCode>;

const EPILOGUE =
  'Exit codes: 0 done and not flagged, 1 flagged, 2 the input can be mended, 3 not finished (run it again to go on).';

/** Parses the command line and runs the command in it. @throws {ConfigError} if it names none, or not as it should */
async function parse(
  argv: readonly string[],
  commands: readonly Command[],
  terminal: Terminal,
): Promise<void> {
  const refused: { message: string | null } = { message: null };
  const parser = yargs()
    .scriptName('candor')
    .usage('$0 <command>\n\nAudits a fine-tuned language model for a backdoor by asking it.')
    .locale('en')
    .wrap(terminal.columns)
    .option('json', { type: 'boolean', describe: 'Print one JSON value on standard output' })
    .option('quiet', { type: 'boolean', describe: 'Show no progress' })
    .option('seed', {
      type: 'string',
      requiresArg: true,
      defaultDescription: '0',
      describe: 'An integer that all chance follows from',
    })
    .strict()
    .demandCommand(1)
    .version(await readToolVersion())
    .epilogue(EPILOGUE)
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      if (error !== undefined && error.name !== 'YError') throw error;
      refused.message = error?.message ?? message ?? '';
      throw new ConfigError(refused.message);
    });
  for (const command of commands) parser.command(command);
  try {
    await parser.parseAsync(argv, {}, (_error, _arguments, output) => {
      if (output !== '') terminal.out(`${output}\n`);
    });
  } catch (error) {
    if (refused.message === null) throw error;
    const names = commands.map(({ command }) => String(command).replace(/ .*/, ''));
    throw usageError({ message: refused.message, argv, help: await parser.getHelp(), commands: names });
  }
}

/** The program with these commands. It can be run more than once, and touches nothing but the terminal. */
export function createProgram(factories: readonly CommandFactory[], terminal: Terminal): Program {
  return async (argv) => {
    const abort = new AbortController();
    let code: ExitCode = EXIT.done;
    const context: CommandContext = {
      terminal,
      signal: abort.signal,
      exitWith: (given) => {
        code = given;
      },
    };
    const stopListening = terminal.onInterrupt(() => {
      if (abort.signal.aborted) terminal.kill();
      abort.abort();
      terminal.err('\nStopping: what was done is kept. Press Ctrl-C again to end at once.\n');
    });
    try {
      const commands = factories.map((factory) => factory(context));
      await parse(argv, commands, terminal);
      return code;
    } catch (error) {
      return printError(terminal, error, argv.includes('--json'));
    } finally {
      stopListening();
    }
  };
}
