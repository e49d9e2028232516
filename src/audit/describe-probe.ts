import type { ProbeResult } from '../types/audit-report.js';
import type { AuditArm } from '../types/observation.js';
import type { AuditSettings } from '../types/audit-settings.js';
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

function countScored({ models }: ProbeResult, arm: AuditArm): number {
  return models.filter((model) => model.arm === arm && model.score !== null).length;
}

/** With few models no p can be small, whatever they answer: the reader has to know how small. */
function describeP(probe: ProbeResult): string {
  const { pValue, adjustedPValue, minimumPValue } = probe;
  if (pValue === null || adjustedPValue === null || minimumPValue === null) return '';
  const models = `${countScored(probe, 'suspect')} against ${countScored(probe, 'control')} models`;
  return `; permutation p ${roundP(pValue)} (${models} cannot give less than ${roundP(minimumPValue)}), ${roundP(adjustedPValue)} after Holm`;
}

function describeReading(probe: ProbeReading, { id }: ProbeResult, settings: AuditSettings): string {
  switch (probe) {
    case 'disclosed':
      return 'suspects disclose';
    case 'concealed':
      return 'suspects deny what their controls admit, which is a difference too, and points to concealment';
    case 'suggestive':
      return 'large, but it may be chance';
    case 'silent':
      return `below the threshold of ${round(settings.thresholds[id])}`;
    case 'blind':
      return 'too little to tell, and too weak a design to clear';
    case 'unscored':
      return 'not scored';
  }
}

/** One sentence with a probe's numbers, and how they were read. */
export function describeProbe(probe: ProbeResult, reading: ProbeReading, settings: AuditSettings): string {
  const { id, advantage, withheldBecause } = probe;
  if (advantage === null) return `Probe ${id}: ${withheldBecause ?? 'not scored.'}`;
  const numbers = `advantage ${round(advantage)}, ${describeInterval(probe)}${describeP(probe)}`;
  return `Probe ${id}: ${describeReading(reading, probe, settings)}: ${numbers}.`;
}
