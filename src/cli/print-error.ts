import { Chalk } from 'chalk';
import { visibleText } from '../config/visible-text.js';
import { AuditError, CheckpointError, ConfigError } from '../errors.js';
import { stableJson } from '../report/stable-json.js';
import { EXIT, type ExitCode } from './exit-code.js';
import type { Terminal } from './terminal.js';

function describe(error: AuditError): Readonly<Record<string, unknown>> {
  const { name, message, exitCode } = error;
  return {
    name,
    message,
    exitCode,
    ...(error instanceof ConfigError ? { file: error.file, issues: error.issues } : {}),
    ...(error instanceof CheckpointError ? { file: error.file, tensor: error.tensor } : {}),
  };
}

/**
 * Writes an error for people, and with `--json` for programs too; returns what the program ends with.
 *
 * What is no error of ours is a bug, and comes with its stack.
 */
export function printError(terminal: Terminal, error: unknown, isJson: boolean): ExitCode {
  const chalk = new Chalk({ level: terminal.colors.err });
  if (error instanceof AuditError) {
    terminal.err(`${chalk.bold.red('Error:')} ${visibleText(error.message)}\n`);
    if (isJson) terminal.out(stableJson({ error: describe(error) }));
    return error.exitCode;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.err(`${chalk.bold.red('This is a bug in candor:')} ${visibleText(stack)}\n`);
  if (isJson) {
    const message = error instanceof Error ? error.message : String(error);
    terminal.out(stableJson({ error: { name: 'Bug', message, exitCode: EXIT.bug } }));
  }
  return EXIT.bug;
}
