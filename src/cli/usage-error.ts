import { nearestName } from '../config/nearest-name.js';
import { ConfigError } from '../errors.js';

/** What is known of the command line that was refused. */
export interface RefusedLine {
  /** What yargs says. */
  readonly message: string;
  readonly argv: readonly string[];
  /** Of the command, or of the program where no command was found. */
  readonly help: string;
  readonly commands: readonly string[];
}

function quote(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** `candor train`, from the first line of its help. */
function commandOf(help: string): string {
  return /^\S+( [a-z-]+)?/.exec(help)?.[0] ?? 'candor';
}

function optionsOf(help: string): string[] {
  return [...help.matchAll(/^ +(?:-\w, )?--([\w-]+)/gm)].flatMap(([, name]) => name ?? []);
}

function findUnknownOption({ argv, help }: RefusedLine): string | undefined {
  const known = optionsOf(help);
  const end = argv.indexOf('--');
  return argv
    .slice(0, end === -1 ? argv.length : end)
    .filter((word) => /^--?[a-z]/i.test(word))
    .map((word) => word.replace(/=.*/s, ''))
    .find((word) => !known.includes(word.replace(/^--?(no-)?/, '')));
}

function unknownCommand(command: string, commands: readonly string[]): string {
  const nearest = nearestName(command, commands);
  const action = nearest === undefined ? 'Run `candor --help`.' : `Did you mean \`${nearest}\`?`;
  return `Command \`${command}\` is unknown: expected one of ${quote(commands)}. ${action}`;
}

function unknownOption(option: string, help: string): string {
  const command = commandOf(help);
  const nearest = nearestName(option.replace(/^-+/, ''), optionsOf(help));
  const action = nearest === undefined ? `Run \`${command} --help\`.` : `Did you mean \`--${nearest}\`?`;
  return `Option \`${option}\` is unknown: expected an option of \`${command}\`. ${action}`;
}

/** Texts of yargs, as its locale `en` has them. */
const MISSING_OPTION = /^Missing required arguments?: (.+)$/;
const MISSING_VALUE = /^Not enough arguments following: (.+)$/;
const MISSING_WORD = /^Not enough non-option arguments/;
const UNKNOWN_WORD = /^Unknown arguments?: (.+)$/;

function explain(line: RefusedLine): string {
  const { message, argv, help, commands } = line;
  const command = commandOf(help);
  const first = argv.find((word) => !word.startsWith('-'));
  if (first !== undefined && !commands.includes(first)) return unknownCommand(first, commands);
  const option = findUnknownOption(line);
  if (option !== undefined) return unknownOption(option, help);
  const usage = `Usage: \`${help.split('\n')[0] ?? command}\`. Run \`${command} --help\`.`;
  if (first === undefined)
    return `No command is given: expected one of ${quote(commands)}. Run \`candor --help\`.`;
  const [, missing] = MISSING_OPTION.exec(message) ?? [];
  if (missing !== undefined) {
    const names = missing.split(', ').map((name) => `--${name}`);
    return `\`${command}\` lacks ${quote(names)}. ${usage}`;
  }
  const [, bare] = MISSING_VALUE.exec(message) ?? [];
  if (bare !== undefined) return `Option \`--${bare}\` has no value. ${usage}`;
  if (MISSING_WORD.test(message)) return `\`${command}\` lacks what stands before its options. ${usage}`;
  const [, extra] = UNKNOWN_WORD.exec(message) ?? [];
  return extra === undefined ? `${message}. ${usage}` : `\`${extra}\` is one word too many. ${usage}`;
}

/** The error for a command line that yargs refuses, with the nearest name where there is one. */
export function usageError(line: RefusedLine): ConfigError {
  return new ConfigError(explain(line));
}
