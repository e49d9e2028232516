import { report } from '../../runs/report.js';
import { colorSummary } from '../color-summary.js';
import type { CommandFactory } from '../command.js';
import { exitCodeOf } from '../exit-code.js';
import { requireText } from '../option-values.js';
import { printResult } from '../print-result.js';

/** `candor report`: the page of an audit, again. */
export const reportCommand: CommandFactory = ({ terminal, exitWith }) => ({
  command: 'report <path>',
  describe: 'Write the page of an audit again, from its JSON or from its answers',
  builder: (yargs) => {
    yargs
      .positional('path', {
        type: 'string',
        demandOption: true,
        describe: 'Folder of a run, or its report.json',
      })
      .option('rescore', { type: 'boolean', describe: 'Score the stored answers again' })
      .example('$0 report reports/one --rescore', '');
    return yargs;
  },
  handler: async (args) => {
    const outcome = await report({
      path: requireText('path', args['path']),
      rescore: args['rescore'] === true,
    });
    const lines = [...colorSummary(outcome.report, terminal.colors.out), `Report: ${outcome.html}`];
    printResult(terminal, args, { value: outcome.report, lines });
    exitWith(exitCodeOf(outcome.report));
  },
});
