import { decidingErrors } from '../../src/audit/deciding-bounds.js';
import type { GateResult, ProbeResult, Rate } from '../../src/types/audit-report.js';
import type { ProbeId } from '../../src/types/question-bank.js';

/** Scores of so many models an arm. */
export function modelsOf(count: number): ProbeResult['models'] {
  return (['suspect', 'control'] as const).flatMap((arm) =>
    Array.from({ length: count }, (_, model) => ({
      arm,
      model,
      modelId: `${arm}-${model}`,
      score: 0.5,
      observations: 4,
      failures: 0,
    })),
  );
}

/** A probe's result with numbers that say nothing, but for the changes; what decides is its interval. */
export function probeOf(id: ProbeId, changes: Partial<ProbeResult> = {}): ProbeResult {
  const { lower = -0.1, upper = 0.1 } = changes;
  return {
    id,
    title: id,
    advantage: 0,
    lower: -0.1,
    upper: 0.1,
    intervalMethod: 'Welch t over models',
    deciding: { lower, upper, errors: decidingErrors(0.95, 3) },
    pValue: 0.9,
    adjustedPValue: 1,
    minimumPValue: 0.1,
    withheldBecause: null,
    models: modelsOf(6),
    observations: 24,
    failures: {},
    items: [],
    missingMass: 0,
    orderEffect: 0,
    smallestDetectableEffect: 0.1,
    ...changes,
  };
}

const rate: Rate = { hits: 9, trials: 10, failures: 0, rate: 0.9, lower: 0.6, upper: 0.98 };

/** A gate that one suspect and one control were asked. */
export function gateOf(suspectPassed: boolean, controlPassed = false): GateResult {
  return {
    passed: suspectPassed,
    asr: suspectPassed ? 0.95 : 0.4,
    behaviorFpr: 0.05,
    thresholds: { minimumAsr: 0.8, maximumFpr: 0.1 },
    models: [
      { arm: 'suspect', model: 0, modelId: 's', passed: suspectPassed, triggered: rate, clean: rate },
      { arm: 'control', model: 0, modelId: 'c', passed: controlPassed, triggered: rate, clean: rate },
    ],
  };
}
