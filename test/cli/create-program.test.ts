import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { CommandFactory } from '../../src/cli/command.js';
import { createProgram } from '../../src/cli/create-program.js';
import { EXIT } from '../../src/cli/exit-code.js';
import { CheckpointError, ConfigError, IncompleteRunError } from '../../src/errors.js';
import { PACKAGE_ROOT } from '../../src/runs/package-paths.js';
import { createFakeTerminal, run } from './fake-terminal.js';

/** A command that does what a test wants. */
function commandThat(act: (context: Parameters<CommandFactory>[0]) => void | Promise<void>): CommandFactory {
  return (context) => ({ command: 'act', describe: 'Acts', handler: () => act(context) });
}

async function runCommand(act: Parameters<typeof commandThat>[0], argv: readonly string[] = ['act']) {
  const terminal = createFakeTerminal();
  const code = await createProgram([commandThat(act)], terminal)(argv);
  return { code, terminal, ...terminal.written };
}

describe('the help', () => {
  it('lists every command and the exit codes', async () => {
    const { code, out, err } = await run(['--help']);
    expect(code).toBe(EXIT.done);
    expect(err).toBe('');
    for (const name of ['demo', 'train', 'audit', 'report', 'list']) {
      expect(out).toMatch(new RegExp(`^ {2}candor ${name}\\b.*\\S`, 'm'));
    }
    expect(out).toContain('0 done and not flagged, 1 flagged');
  });

  it.each(['demo', 'train', 'audit', 'report', 'list'])(
    'of %s shows every option and an example',
    async (name) => {
      const { code, out } = await run([name, '--help']);
      expect(code).toBe(EXIT.done);
      expect(out).toMatch(new RegExp(`Examples:\\n {2}candor ${name} `));
      const undescribed = out.split('\n').filter((line) => /^ {2,}--[\w-]+ *(\[.*)?$/.test(line));
      expect(undescribed).toEqual([]);
    },
  );

  it('knows the version', async () => {
    const { version } = JSON.parse(await readFile(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect((await run(['--version'])).out).toBe(`${version}\n`);
  });
});

describe('the exit code', () => {
  it('is 0 unless the command sets another', async () => {
    expect((await runCommand(() => undefined)).code).toBe(0);
    const { code } = await runCommand(({ exitWith }) => {
      exitWith(EXIT.flagged);
    });
    expect(code).toBe(1);
  });

  it('of an error is that of its class, and the message is printed without a stack', async () => {
    const errors = [
      [new ConfigError('`x` is bad.'), EXIT.input],
      [new CheckpointError('`x` is bad.', { file: 'x' }), EXIT.input],
      [new IncompleteRunError('`x` is bad.'), EXIT.incomplete],
    ] as const;
    for (const [error, expected] of errors) {
      const { code, out, err } = await runCommand(() => Promise.reject(error));
      expect(code).toBe(expected);
      expect(err).toBe('Error: `x` is bad.\n');
      expect(out).toBe('');
    }
  });

  it('of anything else is 70, with the stack: it is a bug', async () => {
    const { code, err } = await runCommand(() => {
      throw new RangeError('impossible');
    });
    expect(code).toBe(70);
    expect(err).toMatch(/^This is a bug in candor: RangeError: impossible\n +at .*create-program\.test/);
  });
});

describe('an error with --json', () => {
  it('is one JSON value on standard output, and text on standard error', async () => {
    const error = new ConfigError('`x` is bad.', { file: 'x', issues: [{ path: '/a', message: 'bad' }] });
    const { out, err } = await runCommand(() => Promise.reject(error), ['act', '--json']);
    expect(JSON.parse(out)).toEqual({
      error: {
        name: 'ConfigError',
        message: '`x` is bad.',
        exitCode: 2,
        file: 'x',
        issues: [{ path: '/a', message: 'bad' }],
      },
    });
    expect(err).toBe('Error: `x` is bad.\n');
  });

  it('is one too if the command line itself is wrong', async () => {
    const { code, out } = await run(['trian', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ error: { name: 'ConfigError', exitCode: 2 } });
  });
});

describe('Ctrl-C', () => {
  it('aborts at first, kills at second', async () => {
    const { terminal, err } = await runCommand(({ terminal: given, signal }) => {
      const fake = given as ReturnType<typeof createFakeTerminal>;
      fake.interrupt();
      expect(signal.aborted).toBe(true);
      expect(fake.kills).toBe(0);
      fake.interrupt();
    });
    expect(terminal.kills).toBe(1);
    expect(err).toContain('Stopping: what was done is kept. Press Ctrl-C again to end at once.\n');
  });

  it('is left alone after the run', async () => {
    const { terminal } = await runCommand(() => undefined);
    terminal.interrupt();
    expect(terminal.written.err).toBe('');
  });
});

describe('a command line that is wrong', () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    [
      'no command',
      [],
      'No command is given: expected one of `demo`, `train`, `audit`, `report`, `list`, `probe-endpoint`, `serve`. Run `candor --help`.',
    ],
    [
      'an unknown command, with the nearest one',
      ['trian', '--policy', 'x'],
      'Command `trian` is unknown: expected one of `demo`, `train`, `audit`, `report`, `list`, `probe-endpoint`, `serve`. Did you mean `train`?',
    ],
    [
      'an unknown command that is like none',
      ['x'],
      'Command `x` is unknown: expected one of `demo`, `train`, `audit`, `report`, `list`, `probe-endpoint`, `serve`. Run `candor --help`.',
    ],
    [
      'an unknown option, with the nearest one, even where others are missing',
      ['train', '--polcy', 'x'],
      'Option `--polcy` is unknown: expected an option of `candor train`. Did you mean `--policy`?',
    ],
    [
      'an unknown option with its value behind a sign',
      ['report', 'x', '--rescor=1'],
      'Option `--rescor` is unknown: expected an option of `candor report`. Did you mean `--rescore`?',
    ],
    [
      'an unknown option that is like none',
      ['list', 'probes', '-x'],
      'Option `-x` is unknown: expected an option of `candor list`. Run `candor list --help`.',
    ],
    [
      'options that are missing',
      ['train', '--seed', '1', '--policy', 'x'],
      '`candor train` lacks `--arm`, `--out`. Usage: `candor train --policy FILE --arm poisoned|control --out DIR`. Run `candor train --help`.',
    ],
    [
      'an option without a value',
      ['demo', '--out'],
      'Option `--out` has no value. Usage: `candor demo`. Run `candor demo --help`.',
    ],
    [
      'no suspect',
      ['audit', '--control', 'a', '--out', 'b'],
      '`candor audit` lacks what stands before its options. Usage: `candor audit <suspect..>`. Run `candor audit --help`.',
    ],
    [
      'one word too many',
      ['report', 'a', 'b'],
      '`b` is one word too many. Usage: `candor report <path>`. Run `candor report --help`.',
    ],
    [
      'a seed that is no number',
      ['demo', '--seed', '-1'],
      'Option `--seed` is no such number: expected an integer in [0, 2^53), got "-1".',
    ],
    [
      'an option given twice',
      ['demo', '--seeds', '1', '--seeds', '2'],
      'Option `--seeds` is given 2 times: expected one value, got "1" and "2".',
    ],
    [
      'a word that is not known',
      ['list', 'policy'],
      'Option `kind` is no such word: expected `policies`, `probes`, `scenarios`, `models`, got "policy". Did you mean `policies`?',
    ],
  ];
  it.each(cases)('with %s ends with 2 and says what to write', async (_what, argv, message) => {
    const { code, out, err } = await run(argv);
    expect(err).toBe(`Error: ${message}\n`);
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});
