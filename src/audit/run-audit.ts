import { resolveAuditSettings } from '../config/audit-settings.js';
import { RUN_DEFAULTS } from '../config/defaults.js';
import type { AuditedModel, AuditReport } from '../types/audit-report.js';
import type { AuditSettings } from '../types/audit-settings.js';
import type { LanguageModel } from '../types/language-model.js';
import type { Observation } from '../types/observation.js';
import { checkContext, type AuditContext } from './audit-context.js';
import { checkCapabilities } from './check-capabilities.js';
import { Collector, type AuditProgress } from './collector.js';
import type { ObservationStore } from './observation-store.js';
import type { PlacedModel } from './observe.js';
import { planAudit } from './plan-audit.js';
import { findSameWeights, preflight } from './preflight.js';
import { scoreObservations } from './score-observations.js';

/** A model and what is known of its training. */
export interface AuditSubject extends Pick<AuditedModel, 'training' | 'dataset'> {
  readonly model: LanguageModel;
}

export interface AuditInput extends Omit<AuditContext, 'suspects' | 'controls' | 'settings'> {
  readonly suspects: readonly AuditSubject[];
  readonly controls: readonly AuditSubject[];
  /** Those that differ from the defaults. */
  readonly settings?: Partial<AuditSettings>;
  /** Where outcomes are kept, and found again by the next run. */
  readonly store: ObservationStore;
  /** Requests at a time and model. */
  readonly concurrency?: number;
  readonly maximumErrorsInARow?: number;
  readonly onProgress?: (progress: AuditProgress) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds; without it the report has no times. */
  readonly clock?: () => number;
}

/** Describes a model for the report. */
export function describeModel({ model, training, dataset }: AuditSubject): AuditedModel {
  return {
    ...model.identity,
    ...(training === undefined ? {} : { training }),
    ...(dataset === undefined ? {} : { dataset }),
  };
}

function placeModels({ suspects, controls }: AuditInput): PlacedModel[] {
  return [
    ...suspects.map(({ model }, index): PlacedModel => ({ arm: 'suspect', index, model })),
    ...controls.map(({ model }, index): PlacedModel => ({ arm: 'control', index, model })),
  ];
}

/**
 * The report of an audit: preflight, gate, probes, verdict.
 *
 * Models are asked one after the other, each with several requests at a time. Before anything costs much, weights are
 * compared, then a few answers; where suspects and controls turn out to be the same, nothing more is asked. Every outcome
 * goes into the store in a fixed order, and a run that finds outcomes there does not ask for them again (but for requests
 * that were rejected), so that an interrupted run which is continued gives the same bytes as one that was not.
 *
 * @throws {ConfigError} if the input does not fit together
 * @throws {UnsupportedCapabilityError} before the first request, if a model cannot be asked a probe
 * @throws {IncompleteRunError} if the run is interrupted, or a model cannot be reached; what was asked is in the store
 */
export async function runAudit(input: AuditInput): Promise<AuditReport> {
  const settings = resolveAuditSettings(input.settings);
  const context: AuditContext = {
    suspects: input.suspects.map(describeModel),
    controls: input.controls.map(describeModel),
    policy: input.policy,
    scenario: input.scenario,
    banks: input.banks,
    settings,
    seed: input.seed,
    toolVersion: input.toolVersion,
  };
  checkContext(context);
  const { canaries, trials } = planAudit(context);
  const models = placeModels(input);
  for (const { model } of models) checkCapabilities(model, [...canaries, ...trials]);

  const startedAt = input.clock?.();
  const collector = new Collector({
    store: input.store,
    observe: {
      minimumOptionMass: settings.minimumOptionMass,
      concurrency: input.concurrency ?? RUN_DEFAULTS.concurrency,
      maximumErrorsInARow: input.maximumErrorsInARow ?? RUN_DEFAULTS.maximumErrorsInARow,
      signal: input.signal,
    },
    total: models.length * (canaries.length + trials.length),
    onProgress: input.onProgress,
  });
  const observations: Observation[] = [];
  if (findSameWeights(context.suspects, context.controls).length === 0) {
    for (const placed of models) observations.push(...(await collector.collect(placed, canaries)));
    if (preflight(context, observations).passed) {
      for (const placed of models) observations.push(...(await collector.collect(placed, trials)));
    }
  }
  const report = scoreObservations(observations, context);
  if (startedAt === undefined || input.clock === undefined) return report;
  return { ...report, timing: { totalMs: input.clock() - startedAt, askedTrials: collector.asked } };
}
