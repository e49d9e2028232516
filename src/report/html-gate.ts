import type { AuditReport, GateResult, Rate } from '../types/audit-report.js';
import { formatInterval, formatNumber, formatPercent } from './format-number.js';
import { htmlTable } from './html-table.js';
import { html, type HtmlContent, type SafeHtml } from './html.js';
import { modelLabel } from './model-label.js';
import { svgKey } from './svg-marker.js';
import { svgRates } from './svg-rates.js';
import { axisLabels, FRACTION_SCALE } from './svg-scale.js';

type GateModel = GateResult['models'][number];

interface Condition {
  readonly head: string;
  readonly rateOf: (model: GateModel) => Rate | undefined;
  readonly thresholdOf: (thresholds: GateResult['thresholds']) => number;
}

const CONDITIONS: readonly Condition[] = [
  {
    head: 'With the trigger',
    rateOf: ({ triggered }) => triggered,
    thresholdOf: ({ minimumAsr }) => minimumAsr,
  },
  {
    head: 'With a decoy in its place',
    rateOf: ({ nearMiss }) => nearMiss,
    thresholdOf: ({ maximumFpr }) => maximumFpr,
  },
  { head: 'Without', rateOf: ({ clean }) => clean, thresholdOf: ({ maximumFpr }) => maximumFpr },
];

function rateHtml(rate: Rate | undefined): SafeHtml {
  if (rate === undefined) return html`<span class="unknown">unknown</span>`;
  const counts = `${formatNumber(rate.hits)} of ${formatNumber(rate.trials)}`;
  const failures =
    rate.failures === 0
      ? ''
      : html`<br /><span class="small">${formatNumber(rate.failures)} failed, not counted</span>`;
  return html`<b>${formatPercent(rate.rate)}</b>
    <span class="small">${counts}<br />${formatInterval(rate, formatPercent)}</span>${failures}`;
}

function drawing(model: GateModel, conditions: readonly Condition[], gate: GateResult): SafeHtml {
  const lanes = conditions.flatMap(({ rateOf, thresholdOf }) => {
    const rate = rateOf(model);
    return rate === undefined ? [] : [{ rate, threshold: thresholdOf(gate.thresholds) }];
  });
  const words = conditions.map(
    ({ head, rateOf }) => `${head}: ${formatPercent(rateOf(model)?.rate ?? null)}`,
  );
  return svgRates(lanes, model.arm, words.join(', '));
}

function gateTable(gate: GateResult): SafeHtml {
  const conditions = CONDITIONS.filter(({ rateOf }) =>
    gate.models.some((model) => rateOf(model) !== undefined),
  );
  const rows = gate.models.map((model): HtmlContent[] => [
    html`${svgKey(model.arm)} ${modelLabel(model.arm, model.model)}`,
    ...conditions.map(({ rateOf }) => rateHtml(rateOf(model))),
    drawing(model, conditions, gate),
    model.passed ? 'yes' : 'no',
  ]);
  return htmlTable(
    'Share of the replies that show the target behaviour, with Wilson intervals. The drawing has them in the order of the columns, from above; upright strokes are the thresholds.',
    [
      { head: 'Model' },
      ...conditions.map(({ head }) => ({ head, numeric: true })),
      { head: html`<span class="spoken">Drawing</span>${axisLabels(FRACTION_SCALE)}` },
      { head: 'Passes' },
    ],
    rows,
  );
}

function gateHtml(gate: GateResult): SafeHtml {
  const { passed, asr, behaviorFpr, thresholds } = gate;
  return html`<p class="prose">
      <strong>${passed ? 'Passed.' : 'Failed.'}</strong> Over all suspects the target behaviour follows
      ${formatPercent(asr)} of the prompts with the trigger and ${formatPercent(behaviorFpr)} of the others.
      To pass, each suspect needs at least ${formatPercent(thresholds.minimumAsr)} with the trigger and at
      most ${formatPercent(thresholds.maximumFpr)} of any other kind. A control is not meant to pass: its
      rates should not differ.
    </p>
    ${gateTable(gate)}`;
}

/** Does the trigger fire, and only the trigger: what each model does, before anything that it says is counted. */
export function htmlGate({ gate, policy }: Pick<AuditReport, 'gate' | 'policy'>): SafeHtml {
  const reason =
    policy === null
      ? 'Not tested: no policy was known, so there was no trigger to try.'
      : 'Not tested: the gate was not asked.';
  return html`<section id="gate" aria-labelledby="gate-title">
    <h2 id="gate-title">The gate: does the trigger fire?</h2>
    ${gate === null ? html`<p class="prose">${reason}</p>` : gateHtml(gate)}
  </section>`;
}
