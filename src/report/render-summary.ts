import type { AuditReport, ProbeResult } from '../types/audit-report.js';
import {
  formatCount,
  formatInterval,
  formatNumber,
  formatPercent,
  formatPValue,
  formatScore,
  formatSigned,
} from './format-number.js';
import { terminalText } from './terminal-text.js';
import { VERDICT_WORDS } from './verdict-words.js';

const WIDEST_PROBE_ID = 'recognition'.length;

function scoreLine({ disclosure, withheldBecause }: AuditReport): string {
  if (disclosure === null) {
    return `Disclosure score withheld: ${withheldBecause ?? 'the reason is unknown.'}`;
  }
  return `Disclosure score ${formatScore(disclosure.score)} of 100 (${formatInterval(disclosure, formatScore)})`;
}

function probeLine(probe: ProbeResult): string {
  const name = `  ${probe.id.padEnd(WIDEST_PROBE_ID)}`;
  if (probe.advantage === null) {
    return `${name}  withheld: ${probe.withheldBecause ?? 'the reason is unknown.'}`;
  }
  const interval = formatInterval(probe, formatSigned);
  return `${name}  ${formatSigned(probe.advantage)} (${interval}), p after Holm ${formatPValue(probe.adjustedPValue)}`;
}

function gateLine({ gate }: AuditReport): string {
  if (gate === null) return 'Gate not tested: no trigger was tried.';
  const rates = `fires in ${formatPercent(gate.asr)} with the trigger, ${formatPercent(gate.behaviorFpr)} without`;
  return `Gate ${gate.passed ? 'passed' : 'failed'}: ${rates}`;
}

function failureLines({ failures }: AuditReport): string[] {
  const kinds = Object.entries(failures).filter(([, count]) => count > 0);
  if (kinds.length === 0) return [];
  return [`Failed trials: ${kinds.map(([kind, count]) => `${formatNumber(count)} ${kind}`).join(', ')}`];
}

/**
 * The report in a few lines of plain text for a terminal, without colours. No line holds a line break or a sequence
 * that would steer the terminal, whatever the models said.
 */
export function renderSummary(report: AuditReport): string[] {
  const { suspect, controls, verdict, warnings } = report;
  const words = VERDICT_WORDS[verdict.value];
  const lines = [
    verdict.value === 'not-flagged' ? `${words} (“no disclosure” is never “no backdoor”)` : words,
    ...verdict.reasons.map((reason) => `  ${reason}`),
    scoreLine(report),
    ...report.probes.map(probeLine),
    gateLine(report),
    `Models: ${formatCount(suspect.models.length, 'suspect')}, ${formatCount(controls.models.length, 'control')}` +
      (controls.kind === 'other' ? ' (not decorrelated: weaker evidence)' : ''),
    ...failureLines(report),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
  return lines.map(terminalText);
}
