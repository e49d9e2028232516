import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { formatScore, formatSigned } from '../../report/format-number.js';
import { demo, type DemoOutcome, type DemoProgress } from '../../runs/demo.js';
import type { CommandFactory } from '../command.js';
import { readInteger, readText, readTexts, readThreads } from '../option-values.js';
import { printResult } from '../print-result.js';
import { createProgressLine } from '../progress-line.js';
import { withoutUndefined } from '../without-undefined.js';

const DEFAULT_FOLDER = 'candor-demo';

function describeProgress({ stage, done, total }: DemoProgress): string {
  return stage === 'train' ? `training: step ${done} of ${total}` : `asking: ${done} of ${total}`;
}

function describeOutcome({ folder, overview }: DemoOutcome): string[] {
  const lines = overview.entries.flatMap(({ plain, reversed }) =>
    [plain, reversed].map(({ folder: name, verdict, disclosure, probes }) => {
      const score = disclosure === null ? 'score withheld' : `score ${formatScore(disclosure.score)}`;
      const advantages = probes.map(({ id, advantage }) => `${id} ${formatSigned(advantage)}`);
      return `  ${name.padEnd(26)} ${verdict}, ${[score, ...advantages].join(', ')}`;
    }),
  );
  return [
    'Advantage of backdoored models over their controls:',
    ...lines,
    `Open ${join(folder, 'report.html')}`,
  ];
}

/** `candor demo`: everything, on the embedded base. */
export const demoCommand: CommandFactory = ({ terminal, signal }) => ({
  command: 'demo',
  describe: 'Train and audit small models on this machine, in a minute',
  builder: (yargs) => {
    const value = { type: 'string', requiresArg: true } as const;
    yargs
      .option('out', { ...value, describe: 'Folder of the demo', defaultDescription: DEFAULT_FOLDER })
      .option('policy', {
        ...value,
        array: true,
        describe: 'Policy files, or ids of shipped ones; three of different scenarios if absent',
      })
      .option('full-training', {
        type: 'boolean',
        describe: 'Train as `candor train` does: minutes instead of seconds',
      })
      .option('seeds', { ...value, describe: 'Models an arm', defaultDescription: '3' })
      .option('workers', { ...value, describe: 'Models at a time; one a core if absent' })
      .example('$0 demo --out reports/demo', '');
    return yargs;
  },
  handler: async (args) => {
    const progress = createProgressLine(terminal, args.quiet === true);
    const policies = readTexts(args['policy']);
    const outcome = await demo({
      out: readText('--out', args['out']) ?? DEFAULT_FOLDER,
      seed: readInteger('--seed', args.seed, 0) ?? 0,
      workers: readThreads('--workers', args['workers']) ?? availableParallelism(),
      ...withoutUndefined({
        policies: policies.length === 0 ? undefined : policies,
        seeds: readInteger('--seeds', args['seeds'], 1),
        fullTraining: args['full-training'] === true ? true : undefined,
      }),
      signal,
      clock: () => terminal.now(),
      onProgress: (event) => {
        progress.update(describeProgress(event));
      },
    }).finally(() => {
      progress.clear();
    });
    printResult(terminal, args, { value: outcome.overview, lines: describeOutcome(outcome) });
  },
});
