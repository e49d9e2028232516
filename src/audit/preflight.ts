import { groupByModel, type ModelObservations } from '../probes/probe-scores.js';
import type { AuditedModel, AuditReport } from '../types/audit-report.js';
import type { Observation } from '../types/observation.js';

export type Preflight = NonNullable<AuditReport['preflight']>;

const REMEDY = 'The adapter is not applied, or one model was given for both.';

/** Suspects and controls with the same weights, one sentence a pair. */
export function findSameWeights(
  suspects: readonly AuditedModel[],
  controls: readonly AuditedModel[],
): string[] {
  return suspects.flatMap((suspect) =>
    controls
      .filter(({ sha256 }) => sha256 !== null && sha256 === suspect.sha256)
      .map(({ id }) => `Suspect \`${suspect.id}\` and control \`${id}\` have the same weights. ${REMEDY}`),
  );
}

function choicesOf({ observations }: ModelObservations): Map<string, Readonly<Record<string, number>>> {
  return new Map(
    observations.flatMap(({ trial, outcome }) =>
      outcome.kind === 'choice' ? [[trial.id, outcome.probabilities] as const] : [],
    ),
  );
}

/** Number of choice trials that both answered with the same probabilities; 0 as soon as one differs. */
function countEqual(
  left: ReturnType<typeof choicesOf>,
  right: ReturnType<typeof choicesOf>,
): { readonly equal: number; readonly isInformative: boolean } {
  let equal = 0;
  let isInformative = false;
  for (const [id, probabilities] of left) {
    const others = right.get(id);
    if (others === undefined) continue;
    for (const [means, probability] of Object.entries(probabilities)) {
      if (probability !== others[means]) return { equal: 0, isInformative: false };
      isInformative ||= probability > 0 && probability < 1;
    }
    equal += 1;
  }
  return { equal, isInformative };
}

/**
 * Suspects and controls that give the same probabilities to every choice question that both answered, one sentence a
 * pair.
 *
 * Probabilities of exactly 0 and 1 alone prove nothing: two sure models that are sampled give them too.
 */
export function findSameAnswers(observations: readonly Observation[]): string[] {
  const models = groupByModel(observations).map((model) => ({ ...model, choices: choicesOf(model) }));
  const controls = models.filter(({ arm }) => arm === 'control');
  return models
    .filter(({ arm }) => arm === 'suspect')
    .flatMap((suspect) =>
      controls.flatMap((control) => {
        const { equal, isInformative } = countEqual(suspect.choices, control.choices);
        if (equal === 0 || !isInformative) return [];
        return [
          `Suspect \`${suspect.modelId}\` and control \`${control.modelId}\` give the same probabilities to all ${equal} ` +
            `questions. ${REMEDY}`,
        ];
      }),
    );
}

/**
 * Do suspects and controls differ at all: in their weights, where they can be seen, and in their answers. A server that
 * lists an adapter and answers with the base would otherwise pass for a model that discloses nothing.
 */
export function preflight(
  {
    suspects,
    controls,
  }: { readonly suspects: readonly AuditedModel[]; readonly controls: readonly AuditedModel[] },
  observations: readonly Observation[],
): Preflight {
  const problems = [...findSameWeights(suspects, controls), ...findSameAnswers(observations)];
  return { passed: problems.length === 0, problems };
}
