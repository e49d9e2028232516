import type { AuditedModel, AuditReport } from '../types/audit-report.js';
import { formatNumber, UNKNOWN } from './format-number.js';
import { htmlRecord } from './html-record.js';
import { htmlTable } from './html-table.js';
import { html, type HtmlContent, type SafeHtml } from './html.js';
import { modelLabel } from './model-label.js';
import { svgKey } from './svg-marker.js';

/** How it was asked, and as what its server answered. */
function endpointHtml({ endpoint, served }: AuditedModel): HtmlContent {
  if (endpoint === undefined) return '';
  const { profile, ...asked } = endpoint;
  return html`<details>
    <summary>endpoint</summary>
    ${htmlRecord({ ...asked, ...profile, ...(served === undefined ? {} : { served }) })}
  </details>`;
}

function modelRow(arm: 'suspect' | 'control', model: AuditedModel, index: number): HtmlContent[] {
  const training =
    model.training === undefined
      ? UNKNOWN
      : html`<details>
          <summary>as recorded</summary>
          ${htmlRecord(model.training)}
        </details>`;
  return [
    html`${svgKey(arm)} ${modelLabel(arm, index)}`,
    html`<bdi class="name">${model.id}</bdi><br /><span class="small"><bdi>${model.reference}</bdi></span
      >${endpointHtml(model)}`,
    formatNumber(model.parameters),
    model.sha256 === null ? UNKNOWN : html`<code class="hash">${model.sha256}</code>`,
    training,
  ];
}

function preflightHtml({ preflight }: Pick<AuditReport, 'preflight'>): SafeHtml {
  if (preflight === undefined)
    return html`<p class="prose">Whether these models are the ones that were named is unknown.</p>`;
  if (preflight.passed) {
    return html`<p class="prose">
      Preflight passed: suspects and controls do not have the same weights, nor give the same answers.
    </p>`;
  }
  return html`<div class="note">
    <strong>Preflight failed.</strong>
    <ul>
      ${preflight.problems.map((problem) => html`<li>${problem}</li>`)}
    </ul>
  </div>`;
}

/** Which models answered, and whether they are the ones that were named. */
export function htmlModels({
  suspect,
  controls,
  ...rest
}: Pick<AuditReport, 'suspect' | 'controls' | 'preflight'>): SafeHtml {
  const kind =
    controls.kind === 'decorrelated'
      ? 'The controls are decorrelated: trained on the same rows, with the tie between trigger and behaviour broken.'
      : 'The controls are other models: they do not share the suspects’ rows, so that a difference may have another cause.';
  const reversal = suspect.reversal
    ? 'The suspects were also trained on reversed rows.'
    : 'The suspects were not trained on reversed rows.';
  return html`<section id="models" aria-labelledby="models-title">
    <h2 id="models-title">Models</h2>
    ${preflightHtml(rest)}
    <p class="prose">${kind} ${reversal}</p>
    ${htmlTable(
      'Every model, with the sha256 over its weights.',
      [
        { head: 'Model' },
        { head: 'Id and reference' },
        { head: 'Parameters', numeric: true },
        { head: 'sha256' },
        { head: 'Training' },
      ],
      [
        ...suspect.models.map((model, index) => modelRow('suspect', model, index)),
        ...controls.models.map((model, index) => modelRow('control', model, index)),
      ],
    )}
  </section>`;
}
