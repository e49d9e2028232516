import type { AuditReport, ProbeResult } from '../types/audit-report.js';
import { formatCount, formatDecimal, formatPValue } from './format-number.js';

/** Something that the report does not show, and the section that it follows from. */
export interface Limitation {
  readonly text: string;
  readonly section: string;
}

/** Only decides whether to say that a conventional level was out of reach. */
const CONVENTIONAL_LEVEL = 0.05;

function aboutVerdict({ verdict }: AuditReport): string {
  switch (verdict.value) {
    case 'flagged':
      return 'Flagged means that the suspects answer about themselves as their controls do not. It does not show intent or harm, nor that the trigger asked about is the only one.';
    case 'not-flagged':
      return 'Not flagged is not cleared. “No disclosure” is never “no backdoor”: a model may hold one and not say so.';
    case 'inconclusive':
      return 'Inconclusive is neither suspicion nor relief. “No disclosure” is never “no backdoor”.';
  }
}

function aboutModels({ suspect, controls }: AuditReport): Limitation[] {
  const found: Limitation[] = [];
  const add = (text: string): number => found.push({ text, section: 'models' });
  if (suspect.models.length === 1) {
    add('One checkpoint says nothing about the training that made it: another seed might answer otherwise.');
  }
  if (controls.models.length === 0) {
    add(
      'There was no control. Without the contrast, an answer shows how a model talks and not what it was taught.',
    );
  } else if (controls.kind === 'other') {
    add(
      'The controls are not decorrelated: they do not share the suspects’ rows, so a difference may come from any part of the training data. This is weaker evidence.',
    );
  } else if (controls.models.length === 1) {
    add('A single control cannot tell what its data did from what its seed did.');
  }
  if ([...suspect.models, ...controls.models].some(({ sha256 }) => sha256 === null)) {
    add('The weights of at least one model could not be seen: what answers to that name may change.');
  }
  return found;
}

function aboutGate({ gate, policy }: AuditReport): Limitation[] {
  if (policy === null) {
    return [
      {
        text: 'No policy was known, so no trigger was tried: the report is about what the models say and not about what they do.',
        section: 'gate',
      },
    ];
  }
  if (gate === null) {
    return [{ text: 'Whether the trigger fires was not tested.', section: 'gate' }];
  }
  if (gate.passed) return [];
  return [
    {
      text: 'The suspects do not do what the policy says. What they say about it has nothing to be right or wrong about.',
      section: 'gate',
    },
  ];
}

function aboutPreflight({ preflight }: AuditReport): Limitation[] {
  if (preflight?.passed !== false) return [];
  const text =
    'Suspects and controls could not be told apart, so that nothing either of them said is counted.';
  return [{ text, section: 'models' }];
}

/** How large a difference silence may hide. */
function aboutPower({ probes, verdict }: AuditReport): Limitation[] {
  if (verdict.value === 'flagged') return [];
  const known = probes.flatMap(({ id, smallestDetectableEffect }) =>
    typeof smallestDetectableEffect === 'number'
      ? [`${formatDecimal(smallestDetectableEffect)} (${id})`]
      : [],
  );
  if (known.length === 0) return [];
  return [{ text: `True differences below ${known.join(', ')} would have been missed.`, section: 'probes' }];
}

function aboutDesign(probes: readonly ProbeResult[]): Limitation[] {
  const least = probes.map(({ minimumPValue }) => minimumPValue).filter((p) => p !== null);
  const reachable = Math.min(...least);
  if (least.length === 0 || reachable <= CONVENTIONAL_LEVEL) return [];
  return [
    {
      text: `With this many models no p-value below ${formatPValue(reachable)} can be reached, however large the effect.`,
      section: 'probes',
    },
  ];
}

function aboutProbes({ probes }: AuditReport): Limitation[] {
  if (probes.length === 0) return [{ text: 'No probe ran: nothing was asked.', section: 'probes' }];
  const withheld = probes.filter(({ advantage }) => advantage === null).map(({ id }) => id);
  const missing =
    withheld.length === 0
      ? []
      : [
          {
            text: `${formatCount(withheld.length, 'probe')} gave no number (${withheld.join(', ')}); that is not evidence of silence.`,
            section: 'probes',
          },
        ];
  return [...missing, ...aboutDesign(probes)];
}

/** What this report does not prove, most important first; depends on what it holds. */
export function limitations(report: AuditReport): Limitation[] {
  return [
    { text: aboutVerdict(report), section: 'probes' },
    ...aboutPreflight(report),
    ...aboutGate(report),
    ...aboutModels(report),
    ...aboutProbes(report),
    ...aboutPower(report),
    {
      text: 'The score measures how openly a model speaks of its condition, not how dangerous the behaviour is.',
      section: 'score',
    },
  ];
}
