import { formatNumber } from '../report/format-number.js';
import type { AuditEstimate, ModelEstimate } from '../runs/estimate-audit.js';

type Amounts = AuditEstimate['total'];

function describeAmounts({ requests, promptTokens, completionTokens, cost }: Amounts): string {
  const price = cost === null ? 'cost unknown' : `cost at most about ${cost.toFixed(2)}`;
  return (
    `${formatNumber(requests)} requests, about ${formatNumber(promptTokens)} prompt tokens, ` +
    `at most ${formatNumber(completionTokens)} reply tokens, ${price}`
  );
}

function describeModel(model: ModelEstimate): string {
  const assumed = model.isProfileKnown ? '' : ' (never probed: taken to give log-probabilities)';
  return `  ${model.arm} ${model.modelId}: ${describeAmounts(model)}${assumed}`;
}

/** What an audit is going to ask of endpoints, for people. */
export function describeEstimate({ trials, models, total }: AuditEstimate): string[] {
  const questions = `${formatNumber(trials)} questions to each model.`;
  if (models.length === 0)
    return [questions, 'No model is behind an endpoint: nothing is sent, nothing is paid.'];
  const prices = total.cost === null ? ['Give --price-in and --price-out to have the cost.'] : [];
  return [questions, ...models.map(describeModel), `In all: ${describeAmounts(total)}.`, ...prices];
}
