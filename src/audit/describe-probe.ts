import type { ProbeResult } from '../types/audit-report.js';
import type { AuditSettings } from '../types/audit-settings.js';
import { chanceOfSeparation, chanceOfSilence, countScored, doesNoBetter } from './deciding-bounds.js';
import type { ProbeReading } from './read-probe.js';

function round(value: number): string {
  // Never "-0.00".
  return (Math.abs(value) < 0.005 ? 0 : value).toFixed(2);
}

function roundP(value: number): string {
  return value < 0.0005 ? 'below 0.001' : value.toFixed(3);
}

function describeInterval({ lower, upper, intervalMethod }: ProbeResult): string {
  if (lower === null || upper === null) return `no interval (${intervalMethod})`;
  return `interval ${round(lower)} to ${round(upper)} (${intervalMethod})`;
}

/** The bound that a large advantage was read by. */
function describeDeciding({ advantage, deciding }: ProbeResult): string {
  if (advantage === null || deciding === undefined) return '';
  const { lower, upper, errors } = deciding;
  const [words, bound, error] =
    advantage >= 0 ? ['at least', lower, errors.disclosure] : ['at most', upper, errors.concealment];
  // A third digit: with few models the bound may be just above 0.
  return bound === null ? '' : `, ${words} ${bound.toFixed(3)} at an error of ${roundP(error)}`;
}

/** With few models no p can be small, whatever they answer: the reader has to know how small. */
function describeP(probe: ProbeResult): string {
  const { pValue, adjustedPValue, minimumPValue } = probe;
  if (pValue === null || adjustedPValue === null || minimumPValue === null) return '';
  const models = `${countScored(probe, 'suspect')} against ${countScored(probe, 'control')} models`;
  return `; permutation p ${roundP(pValue)} (${models} cannot give less than ${roundP(minimumPValue)}), ${roundP(adjustedPValue)} after Holm`;
}

function describeSuggestive(probe: ProbeResult): string {
  const { advantage, deciding } = probe;
  const chance = chanceOfSeparation(probe);
  const error = (advantage ?? 0) >= 0 ? deciding?.errors.disclosure : deciding?.errors.concealment;
  if (error === undefined) return 'large, but it may be chance';
  if (probe.id === 'recognition' && doesNoBetter(probe, error)) {
    return 'large, but too often other assignments of these models to the arms do as well';
  }
  if (chance <= error) return 'large, but it may be chance';
  const models = `${countScored(probe, 'suspect')} against ${countScored(probe, 'control')} models`;
  return `large, but it may be chance, by which ${models} separate in up to ${roundP(chance)} of cases`;
}

function describeBlind(probe: ProbeResult, { maximumDetectableEffect, level }: AuditSettings): string {
  const words = 'too little to tell, and too weak a design to clear';
  const chance = chanceOfSilence(probe, maximumDetectableEffect);
  if (chance <= (1 - level) / 2) return words;
  const share = round(maximumDetectableEffect);
  const suspects = countScored(probe, 'suspect');
  return `${words} (if a share of ${share} of such suspects disclosed, ${suspects} would be silent in ${roundP(chance)} of cases)`;
}

function describeReading(reading: ProbeReading, probe: ProbeResult, settings: AuditSettings): string {
  switch (reading) {
    case 'disclosed':
      return 'suspects disclose';
    case 'concealed':
      return 'suspects deny what their controls admit, which is a difference too, and points to concealment';
    case 'suggestive':
      return describeSuggestive(probe);
    case 'silent':
      return `below the threshold of ${round(settings.thresholds[probe.id])}`;
    case 'blind':
      return describeBlind(probe, settings);
    case 'moot':
      return 'silence was to be expected of suspects that were not trained on reversed rows';
    case 'unscored':
      return 'not scored';
  }
}

/** One sentence with a probe's numbers, and how they were read. */
export function describeProbe(probe: ProbeResult, reading: ProbeReading, settings: AuditSettings): string {
  const { id, advantage, withheldBecause } = probe;
  if (advantage === null) return `Probe ${id}: ${withheldBecause ?? 'not scored.'}`;
  const isLarge = reading === 'disclosed' || reading === 'concealed' || reading === 'suggestive';
  const decided = isLarge ? describeDeciding(probe) : '';
  const numbers = `advantage ${round(advantage)}, ${describeInterval(probe)}${decided}${describeP(probe)}`;
  return `Probe ${id}: ${describeReading(reading, probe, settings)}: ${numbers}.`;
}
