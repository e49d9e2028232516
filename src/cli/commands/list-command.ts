import { listModels, listPolicies, listProbes, listScenarios } from '../../runs/list.js';
import type { CommandFactory } from '../command.js';
import { readText, requireWord } from '../option-values.js';
import { printResult } from '../print-result.js';

const KINDS = ['policies', 'probes', 'scenarios', 'models'] as const;

interface Listing {
  readonly value: readonly unknown[];
  /** Cells of each line. */
  readonly rows: readonly (readonly string[])[];
}

const LISTINGS: Readonly<Record<(typeof KINDS)[number], (folder: string) => Promise<Listing>>> = {
  policies: async () => {
    const value = await listPolicies();
    const rows = value.map(({ id, scenario, trigger, target }) => [
      id,
      scenario,
      trigger.kind,
      trigger.familyName ?? trigger.texts.join(', '),
      `-> ${target}`,
    ]);
    return { value, rows };
  },
  probes: async () => {
    const value = await listProbes();
    const rows = value.map(({ id, title, paraphrases, requires }) => [
      id,
      title,
      `${paraphrases.length} wordings`,
      `needs ${requires.join(', ')}`,
    ]);
    return { value, rows };
  },
  scenarios: async () => {
    const value = listScenarios();
    const rows = value.map(({ id, title, behaviors }) => [
      id,
      title,
      behaviors.map((one) => one.id).join(', '),
    ]);
    return Promise.resolve({ value, rows });
  },
  models: async (folder) => {
    const value = await listModels(folder);
    const rows = value.map(({ reference, kind, trained }) => [
      reference,
      kind,
      trained === null
        ? ''
        : `${trained.policy}, ${trained.arm}, seed ${trained.seed}${trained.reversal ? ', reversed rows' : ''}`,
    ]);
    return { value, rows };
  },
};

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** `candor list`: what is shipped, and models. */
export const listCommand: CommandFactory = ({ terminal }) => ({
  command: 'list <kind> [folder]',
  describe: 'List policies, probes, scenarios, or models',
  builder: (yargs) => {
    yargs
      .positional('kind', { type: 'string', demandOption: true, describe: KINDS.join(', ') })
      .positional('folder', {
        type: 'string',
        describe: 'Where models are looked for',
        defaultDescription: '.',
      })
      .example('$0 list models reports/demo', '');
    return yargs;
  },
  handler: async (args) => {
    const kind = requireWord('kind', args['kind'], KINDS);
    const { value, rows } = await LISTINGS[kind](readText('folder', args['folder']) ?? '.');
    const lines = rows.length === 0 ? ['None.'] : align(rows);
    printResult(terminal, args, { value, lines });
  },
});
