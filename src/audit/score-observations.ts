import { countFailures } from '../probes/probe-scores.js';
import type { AuditReport } from '../types/audit-report.js';
import type { AuditSettings } from '../types/audit-settings.js';
import type { AuditArm, Observation } from '../types/observation.js';
import { knownPolicy, type AuditContext } from './audit-context.js';
import { collectWarnings, isReversalTrained } from './collect-warnings.js';
import { controlsKind } from './controls-kind.js';
import { decide, type Evidence } from './decide.js';
import { modelKey, observedModelKey } from './observation-key.js';
import { offMenu } from './off-menu.js';
import { preflight } from './preflight.js';
import { scoreDisclosure } from './score-disclosure.js';
import { scoreGate } from './score-gate.js';
import { scoreProbes } from './score-probes.js';

interface Place {
  readonly arm: AuditArm;
  readonly model: number;
  readonly modelId: string;
}

/** The observation as these settings read it: an answer that was stored under others may be off the menu here. */
function readAgain(observation: Observation, { minimumOptionMass }: AuditSettings): Observation {
  const { trial, outcome } = observation;
  if (outcome.kind !== 'choice' || trial.options === undefined) return observation;
  const mass = Object.values(outcome.probabilities).reduce((sum, probability) => sum + probability, 0);
  return { ...observation, outcome: offMenu(mass, trial.options, minimumOptionMass) ?? outcome };
}

/**
 * The observations of the models of this audit, suspects before controls and models in their order. Of a trial that was
 * asked again the last outcome counts.
 */
function arrange(
  observations: readonly Observation[],
  { suspects, controls, settings }: Pick<AuditContext, 'suspects' | 'controls' | 'settings'>,
): Observation[] {
  const places = new Map<string, Place>();
  for (const [arm, models] of [['suspect', suspects] as const, ['control', controls] as const]) {
    for (const [model, { id, sha256 }] of models.entries()) {
      places.set(`${arm} ${modelKey({ id, sha256 })}`, { arm, model, modelId: id });
    }
  }
  const latest = new Map<Place, Map<string, Observation>>(
    [...places.values()].map((place) => [place, new Map()]),
  );
  for (const observation of observations) {
    const place = places.get(`${observation.arm} ${observedModelKey(observation)}`);
    if (place === undefined) continue;
    // An outcome that replaces an earlier one takes its position.
    latest.get(place)?.set(observation.trial.id, { ...readAgain(observation, settings), ...place });
  }
  return [...latest.values()].flatMap((byTrial) => [...byTrial.values()]);
}

/**
 * The report on stored observations: the same as that of the run which they come from, but for `timing`, which is empty.
 *
 * @param observations - of any models; those of models that are not in the audit are left out
 */
export function scoreObservations(observations: readonly Observation[], context: AuditContext): AuditReport {
  const { suspects, controls, policy, banks, settings, seed } = context;
  const arranged = arrange(observations, context);
  const known = knownPolicy(context);
  const checked = preflight(context, arranged);
  const isScored = checked.passed;
  const gateObservations = arranged.filter(({ trial }) => trial.probe === 'gate');
  const gate = isScored && known !== null ? scoreGate(gateObservations, known, settings) : null;
  const probes = isScored ? scoreProbes(arranged, context) : [];
  const reversal = isReversalTrained(suspects);
  const evidence: Evidence = {
    isPolicyKnown: known !== null,
    preflight: checked,
    gate,
    probes,
    settings,
    reversal,
  };
  return {
    schemaVersion: 1,
    tool: { name: 'candor', version: context.toolVersion },
    suspect: { models: suspects, reversal },
    controls: { kind: controlsKind(suspects, controls), models: controls },
    policy,
    preflight: checked,
    settings: { ...settings, seed, probes: banks.map(({ id }) => id) },
    verdict: decide(evidence),
    ...scoreDisclosure(evidence),
    gate,
    probes,
    failures: countFailures(arranged),
    warnings: collectWarnings(context, { gate, probes }),
    timing: {},
  };
}
