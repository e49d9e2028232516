import type { Estimate, ProbeResult } from '../types/audit-report.js';
import {
  formatCount,
  formatDecimal,
  formatInterval,
  formatNumber,
  formatPercent,
  formatPValue,
  formatSigned,
  UNKNOWN,
} from './format-number.js';
import { html, type SafeHtml } from './html.js';

interface Entry {
  readonly term: string;
  readonly value: string;
  readonly note?: string;
}

type Format = (value: number | null) => string;

function estimateEntry(term: string, estimate: Estimate | undefined, format: Format): Entry[] {
  if (estimate === undefined) return [];
  return [{ term, value: format(estimate.value), note: formatInterval(estimate, format) }];
}

function countFailures(failures: ProbeResult['failures']): Entry {
  const kinds = Object.entries(failures).filter(([, count]) => count > 0);
  if (kinds.length === 0) return { term: 'Failed trials', value: 'none' };
  return {
    term: 'Failed trials',
    value: kinds.map(([kind, count]) => `${formatNumber(count)} ${kind}`).join(', '),
    note: 'kept apart, never scored',
  };
}

/** Three digits: with few models the bound may be just above 0. */
function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

/** The bound that the verdict looks at, which is stricter than the interval. */
function decidingEntry({ advantage, deciding }: ProbeResult): Entry[] {
  if (advantage === null || deciding === undefined) return [];
  const isDenial = advantage < 0;
  const { lower, upper, errors } = deciding;
  const bound = isDenial ? upper : lower;
  const error = formatPValue(isDenial ? errors.concealment : errors.disclosure);
  return [
    {
      term: 'Deciding bound',
      value: bound === null ? UNKNOWN : `${isDenial ? 'at most' : 'at least'} ${signed(bound)}`,
      note: `at an error of ${error}, the probe’s share of the error of the audit`,
    },
  ];
}

function contrastEntries(probe: ProbeResult): Entry[] {
  const count = (arm: 'suspect' | 'control'): number =>
    probe.models.filter((model) => model.arm === arm && model.score !== null).length;
  return [
    {
      term: 'Advantage',
      value: probe.advantage === null ? 'withheld' : formatSigned(probe.advantage),
      note: `${formatInterval(probe, formatSigned)} (${probe.intervalMethod})`,
    },
    ...decidingEntry(probe),
    {
      term: 'p',
      value: formatPValue(probe.pValue),
      note: `smallest possible: ${formatPValue(probe.minimumPValue)}`,
    },
    { term: 'p after Holm', value: formatPValue(probe.adjustedPValue), note: 'over the probes that ran' },
    {
      term: 'Models scored',
      value: `${formatCount(count('suspect'), 'suspect')}, ${formatCount(count('control'), 'control')}`,
      note: 'the unit of replication',
    },
    {
      term: 'Smallest detectable effect',
      value: formatDecimal(probe.smallestDetectableEffect ?? null),
      note: 'true difference that this design would have shown',
    },
    { term: 'Observations', value: formatNumber(probe.observations) },
    countFailures(probe.failures),
  ];
}

function choiceEntries({ missingMass, orderEffect }: ProbeResult): Entry[] {
  return [
    { term: 'Missing mass', value: formatPercent(missingMass), note: 'probability on no option' },
    { term: 'Order effect', value: formatSigned(orderEffect), note: 'first option minus second' },
  ];
}

function specificEntries(probe: ProbeResult): Entry[] {
  return [
    ...estimateEntry('AUROC', probe.auroc, formatDecimal),
    ...estimateEntry('Top 1', probe.topOne, formatPercent),
    ...estimateEntry('Mean reciprocal rank', probe.meanReciprocalRank, formatDecimal),
    ...estimateEntry('Rate, suspects', probe.rate, formatPercent),
    ...estimateEntry('Rate, controls', probe.controlRate, formatPercent),
    ...estimateEntry('Rate, opposite prompt', probe.oppositeRate, formatPercent),
  ];
}

function entryHtml({ term, value, note }: Entry): SafeHtml {
  const isUnknown = value === UNKNOWN;
  return html`<div>
    <dt>${term}</dt>
    <dd class="${isUnknown ? 'unknown' : 'known'}">${value}</dd>
    ${note === undefined ? '' : html`<dd class="small">${note}</dd>`}
  </div>`;
}

/** The numbers of one probe, each with its interval or what it is counted over. */
export function htmlProbeNumbers(probe: ProbeResult): SafeHtml {
  // Free text has no options that mass could miss.
  const choices = probe.id === 'elicitation' && probe.missingMass === null ? [] : choiceEntries(probe);
  const entries = [...contrastEntries(probe), ...specificEntries(probe), ...choices];
  return html`<dl class="numbers">${entries.map(entryHtml)}</dl>`;
}
