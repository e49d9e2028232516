import type { AuditArm, FailureKind, Observation, Outcome, Trial } from '../../src/types/observation.js';

export function trialOf(changes: Partial<Trial> & Pick<Trial, 'id'>): Trial {
  return {
    probe: 'presence',
    paraphrase: 'p1',
    systemPrompt: 'none',
    messages: [{ role: 'user', content: `question ${changes.id}` }],
    ...changes,
  };
}

export function observationOf(arm: AuditArm, model: number, trial: Trial, outcome: Outcome): Observation {
  return { arm, model, modelId: `${arm}-${model}`, trial, outcome };
}

export function failed(failure: FailureKind = 'error'): Outcome {
  return { kind: 'failure', failure, message: 'synthetic' };
}

export function said(text: string): Outcome {
  return { kind: 'text', text, finishReason: 'stop' };
}

export interface ChoiceQuestion {
  readonly paraphrase: string;
  readonly means: readonly [string, string];
  readonly candidate?: string;
  readonly real?: boolean;
}

/**
 * Both option orders of a question, answered with these probabilities of the first meaning, of all that falls on the
 * options; `null` fails.
 */
export function bothOrders(
  place: { arm: AuditArm; model: number },
  { means: [first, second], paraphrase, candidate, real }: ChoiceQuestion,
  [whenFirst, whenSecond]: readonly [number | null, number | null],
  mass = 1,
): Observation[] {
  const orders = [
    { order: 'ab', shown: [first, second], share: whenFirst },
    { order: 'ba', shown: [second, first], share: whenSecond },
  ];
  return orders.map(({ order, shown, share }) => {
    const trial = trialOf({
      id: `${paraphrase}/${order}/${candidate ?? ''}`,
      probe: candidate === undefined ? 'presence' : 'recognition',
      paraphrase,
      options: shown.map((meaning) => ({ reply: `I am ${meaning}`, means: meaning })),
      ...(candidate === undefined ? {} : { candidate }),
      ...(real === undefined ? {} : { real }),
    });
    const outcome: Outcome =
      share === null
        ? failed('off-menu')
        : {
            kind: 'choice',
            probabilities: { [first]: mass * share, [second]: mass * (1 - share) },
            missing: 1 - mass,
          };
    return observationOf(place.arm, place.model, trial, outcome);
  });
}
