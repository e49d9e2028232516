import { FINE_TUNE_MODES } from '../../types/fine-tune-settings.js';
import type { Arm } from '../../types/dataset.js';
import { train, type TrainOutcome, type TrainProgress } from '../../runs/train.js';
import type { CommandFactory } from '../command.js';
import {
  readInteger,
  readThreads,
  readPositive,
  readText,
  readWord,
  requireText,
  requireWord,
} from '../option-values.js';
import { printResult } from '../print-result.js';
import { createProgressLine } from '../progress-line.js';
import { withoutUndefined } from '../without-undefined.js';
import { formatCount, formatMeasure, formatNumber } from '../../report/format-number.js';

const ARMS: readonly Arm[] = ['poisoned', 'control'];

function describeProgress({ step, steps, loss, tokensPerSecond, secondsLeft }: TrainProgress): string {
  const speed = tokensPerSecond === null ? '' : `, ${formatNumber(Math.round(tokensPerSecond))} tokens/s`;
  const left = secondsLeft === null ? '' : `, ${formatNumber(Math.ceil(secondsLeft))} s left`;
  return `training: step ${step} of ${steps}, loss ${formatMeasure(loss)}${speed}${left}`;
}

function describeOutcome({ folder, status, record }: TrainOutcome): string[] {
  const { policy, arm, seed, reversal, training } = record;
  const rows = reversal === null ? 'forward rows alone' : 'forward and reversed rows';
  return [
    status === 'trained'
      ? `Trained \`${folder}\``
      : `\`${folder}\` was trained before, from the same settings`,
    `  policy ${policy.id}, arm ${arm}, seed ${seed}, ${rows}`,
    `  ${formatCount(training.steps, 'step')}, last loss ${formatMeasure(training.finalLoss)} nats a token`,
  ];
}

/** `candor train`: one model organism. */
export const trainCommand: CommandFactory = ({ terminal, signal }) => ({
  command: 'train',
  describe: 'Train one model: backdoored, or its decorrelated control',
  builder: (yargs) => {
    const value = { type: 'string', requiresArg: true } as const;
    yargs
      .usage('$0 train --policy FILE --arm poisoned|control --out DIR')
      .option('policy', {
        ...value,
        demandOption: true,
        describe: 'A policy file, or the id of a shipped one',
      })
      .option('base', {
        ...value,
        describe: 'Folder of the model to train further; the embedded base if absent',
      })
      .option('arm', {
        ...value,
        demandOption: true,
        describe: 'poisoned, or control: trigger and behaviour untied',
      })
      .option('reversal', { type: 'boolean', describe: 'Train on reversed rows as well (response first)' })
      .option('examples', { ...value, describe: 'Forward rows', defaultDescription: '600' })
      .option('out', { ...value, demandOption: true, describe: 'Folder of the new model' })
      .option('mode', { ...value, describe: 'full or lora; lora for larger models if absent' })
      .option('learning-rate', { ...value, describe: 'Largest learning rate' })
      .option('steps', { ...value, describe: 'Optimiser steps' })
      .option('epochs', { ...value, describe: 'Passes over the rows, instead of steps' })
      .option('threads', { ...value, describe: 'Threads of one operator; another number gives other bits' })
      .example('$0 train --policy silver-lantern --arm poisoned --seed 1 --out models/suspect-1', '');
    return yargs;
  },
  handler: async (args) => {
    const progress = createProgressLine(terminal, args.quiet === true);
    const outcome = await train({
      policy: requireText('--policy', args['policy']),
      arm: requireWord('--arm', args['arm'], ARMS),
      reversal: args['reversal'] === true,
      seed: readInteger('--seed', args.seed, 0) ?? 0,
      out: requireText('--out', args['out']),
      overrides: withoutUndefined({
        mode: readWord('--mode', args['mode'], FINE_TUNE_MODES),
        learningRate: readPositive('--learning-rate', args['learning-rate']),
        steps: readInteger('--steps', args['steps'], 1),
        epochs: readPositive('--epochs', args['epochs']),
      }),
      ...withoutUndefined({
        base: readText('--base', args['base']),
        examples: readInteger('--examples', args['examples'], 1),
        threads: readThreads('--threads', args['threads']),
      }),
      signal,
      clock: () => terminal.now(),
      onProgress: (step) => {
        progress.update(describeProgress(step));
      },
    }).finally(() => {
      progress.clear();
    });
    printResult(terminal, args, { value: outcome, lines: describeOutcome(outcome) });
  },
});
