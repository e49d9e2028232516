import { join } from 'node:path';
import { AUDIT_SETTINGS_SCHEMA } from '../../config/audit-settings.js';
import { readJson } from '../../config/read-json.js';
import { validateAgainst } from '../../config/validate.js';
import { audit, type AuditJob, type AuditProgress, type AuditSettings } from '../../runs/audit.js';
import { estimateAudit } from '../../runs/estimate-audit.js';
import { colorSummary } from '../color-summary.js';
import type { CommandFactory } from '../command.js';
import { describeEstimate } from '../describe-estimate.js';
import { addAuditEndpointOptions, addEndpointOptions, readEndpointOptions } from '../endpoint-options.js';
import { exitCodeOf } from '../exit-code.js';
import {
  readInteger,
  readPositive,
  readThreads,
  readText,
  readTexts,
  requireText,
} from '../option-values.js';
import { printResult } from '../print-result.js';
import { createProgressLine } from '../progress-line.js';
import { withoutUndefined } from '../without-undefined.js';

function describeProgress({ arm, modelId, probe, done, total }: AuditProgress): string {
  return `asking: ${done} of ${total} (${arm} ${modelId}, ${probe})`;
}

async function readSettings(file: string | undefined): Promise<Partial<AuditSettings> | undefined> {
  if (file === undefined) return undefined;
  return validateAgainst(AUDIT_SETTINGS_SCHEMA, await readJson(file), { file, what: 'audit settings' });
}

/** `candor audit`: suspects against controls. */
export const auditCommand: CommandFactory = ({ terminal, signal, exitWith }) => ({
  command: 'audit <suspect..>',
  describe: 'Ask suspects and controls about themselves, and write a report',
  builder: (yargs) => {
    const value = { type: 'string', requiresArg: true } as const;
    yargs
      .positional('suspect', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'Models, PATH, BASE+ADAPTER or openai:NAME: the seeds of one arm',
      })
      .option('control', {
        ...value,
        array: true,
        demandOption: true,
        describe: 'Decorrelated controls, or the untuned base, which says less',
      })
      .option('policy', { ...value, describe: 'A policy file, or the id of a shipped one' })
      .option('probe', { ...value, array: true, describe: 'Ids of probes, or files; all if absent' })
      .option('settings', { ...value, describe: 'A JSON file with settings that differ from the defaults' })
      .option('out', { ...value, demandOption: true, describe: 'Folder of the run' })
      .option('threads', { ...value, describe: 'Threads of one operator; all cores if absent' })
      .option('deadline', { ...value, describe: 'Seconds after which the run stops; run again, it goes on' })
      .option('dry-run', {
        type: 'boolean',
        describe: 'Print requests, tokens and cost of endpoint models; ask nothing',
      })
      .example('$0 audit models/suspect-1 models/suspect-2 --control models/control-1 --out reports/one', '')
      .example(
        '$0 audit openai:suspect --control openai:base --base-url http://localhost:8000/v1 --out reports/two',
        '',
      );
    addEndpointOptions(yargs);
    addAuditEndpointOptions(yargs);
    return yargs;
  },
  handler: async (args) => {
    const progress = createProgressLine(terminal, args.quiet === true);
    const probes = readTexts(args['probe']);
    const deadline = readPositive('--deadline', args['deadline']);
    const job: AuditJob = {
      suspects: readTexts(args['suspect']),
      controls: readTexts(args['control']),
      out: requireText('--out', args['out']),
      seed: readInteger('--seed', args.seed, 0) ?? 0,
      ...withoutUndefined({
        policy: readText('--policy', args['policy']),
        probes: probes.length === 0 ? undefined : probes,
        settings: await readSettings(readText('--settings', args['settings'])),
        threads: readThreads('--threads', args['threads']),
      }),
      endpoint: readEndpointOptions(args, terminal.environment),
    };
    if (args['dry-run'] === true) {
      const estimate = await estimateAudit(job);
      printResult(terminal, args, { value: estimate, lines: describeEstimate(estimate) });
      return;
    }
    const { folder, report } = await audit({
      ...job,
      ...(deadline === undefined ? {} : { deadlineMs: deadline * 1000 }),
      signal,
      clock: () => terminal.now(),
      onProgress: (event) => {
        progress.update(describeProgress(event));
      },
    }).finally(() => {
      progress.clear();
    });
    const lines = [...colorSummary(report, terminal.colors.out), `Report: ${join(folder, 'report.html')}`];
    printResult(terminal, args, { value: report, lines });
    exitWith(exitCodeOf(report));
  },
});
