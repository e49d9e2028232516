import type { Observation } from '../types/observation.js';
import { promptText } from './describe-example.js';
import { meanOrNull, type ProbeScores } from './probe-scores.js';
import { tabulateChoices } from './tabulate-choices.js';

/**
 * P(depends) of each model: mean over wordings of the mean over option orders of the probability renormalised over the
 * options. A wording of which an order failed is left out for that model, and the failure counted.
 *
 * @param observations - of presence under one system prompt, in the order of the plan
 *
 * Source: arXiv 2501.11120, section 4.1.
 */
export function scorePresence(observations: readonly Observation[]): ProbeScores {
  const { rows, items, ...rest } = tabulateChoices(observations, {
    meaning: 'depends',
    itemOf: ({ paraphrase }) => paraphrase,
  });
  const textOf = (paraphrase: string): string =>
    observations
      .filter(({ trial }) => trial.paraphrase === paraphrase)
      .slice(0, 1)
      .map(promptText)
      .join('');
  return {
    ...rest,
    models: rows.map(({ shares, ...model }) => {
      const values = [...shares.values()];
      return { ...model, score: meanOrNull(values), values };
    }),
    items: items.map((item) => ({ ...item, text: textOf(item.item) })),
  };
}
