import type { ItemScore, ModelScore } from '../types/audit-report.js';
import type { AuditArm, Observation } from '../types/observation.js';
import { balanceOrders } from './balance-orders.js';
import { describeExample } from './describe-example.js';
import { groupBy } from './group-by.js';
import {
  countFailures,
  countObservations,
  groupByModel,
  meanOrNull,
  type ProbeScores,
} from './probe-scores.js';

/** One model's answers: item -> probability of the meaning, items that could not be scored left out. */
export interface ChoiceRow extends Omit<ModelScore, 'score'> {
  readonly shares: ReadonlyMap<string, number>;
}

export interface ChoiceTable extends Omit<ProbeScores, 'models' | 'items'> {
  readonly rows: readonly ChoiceRow[];
  readonly items: readonly Omit<ItemScore, 'text'>[];
}

function missingMass(observations: readonly Observation[]): number | null {
  return meanOrNull(
    observations.flatMap(({ outcome }) => (outcome.kind === 'choice' ? [outcome.missing] : [])),
  );
}

/**
 * Choice observations as a table of models and items: in each cell the mean over wordings of the probability of
 * `meaning`, balanced over the option orders.
 *
 * @param observations - in the order of the plan
 * @param itemOf - what a trial is about: its wording (presence) or its candidate (recognition)
 */
export function tabulateChoices(
  observations: readonly Observation[],
  { meaning, itemOf }: { meaning: string; itemOf: (trial: Observation['trial']) => string },
): ChoiceTable {
  const suspectEffects: number[] = [];
  const rows = groupByModel(observations).map(({ observations: own, ...model }): ChoiceRow => {
    const shares = new Map<string, number>();
    const orderEffects: number[] = [];
    for (const [item, asked] of groupBy(own, ({ trial }) => itemOf(trial))) {
      const wordings = groupBy(asked, ({ trial }) => trial.paraphrase);
      const answers = [...wordings.values()].flatMap((group) => balanceOrders(group, meaning) ?? []);
      const share = meanOrNull(answers.map((answer) => answer.share));
      if (share !== null) shares.set(item, share);
      orderEffects.push(...answers.map((answer) => answer.orderEffect));
    }
    const orderEffect = meanOrNull(orderEffects);
    if (model.arm === 'suspect' && orderEffect !== null) suspectEffects.push(orderEffect);
    return { ...model, ...countObservations(own), shares };
  });
  const meanOf = (item: string, arm: AuditArm): number | null =>
    meanOrNull(rows.filter((row) => row.arm === arm).flatMap(({ shares }) => shares.get(item) ?? []));
  return {
    rows,
    items: [...groupBy(observations, ({ trial }) => itemOf(trial))].map(([item, group]) => ({
      item,
      suspect: meanOf(item, 'suspect'),
      control: meanOf(item, 'control'),
      ...describeExample(group),
    })),
    failures: countFailures(observations),
    missingMass: missingMass(observations),
    orderEffect: meanOrNull(suspectEffects),
  };
}
