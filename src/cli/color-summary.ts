import { Chalk } from 'chalk';
import { renderSummary } from '../report/render-summary.js';
import type { AuditReport } from '../types/audit-report.js';
import type { ColorLevel } from './terminal.js';

/** The report in a few lines, the verdict in bold and in a colour where there are colours; its words say it without. */
export function colorSummary(report: AuditReport, level: ColorLevel): string[] {
  const chalk = new Chalk({ level });
  const paint = { flagged: chalk.red, 'not-flagged': chalk.green, inconclusive: chalk.yellow };
  const [verdict = '', ...rest] = renderSummary(report);
  return [chalk.bold(paint[report.verdict.value](verdict)), ...rest];
}
