import type { ModelScore, ProbeResult } from '../types/audit-report.js';
import { formatNumber, formatSigned } from './format-number.js';
import { htmlTable } from './html-table.js';
import { html, type HtmlContent, type SafeHtml } from './html.js';
import { modelLabel } from './model-label.js';
import { svgKey } from './svg-marker.js';

function modelRow({ arm, model, modelId, score, observations, failures }: ModelScore): HtmlContent[] {
  return [
    html`${svgKey(arm)} ${modelLabel(arm, model)}`,
    html`<bdi class="name">${modelId}</bdi>`,
    formatSigned(score),
    formatNumber(observations),
    formatNumber(failures),
  ];
}

/** The probe's statistic for each model, behind a fold: what the interval and the p-value are made of. */
export function htmlProbeModels({ models }: Pick<ProbeResult, 'models'>): SafeHtml {
  if (models.length === 0) return html``;
  return html`<details>
    <summary>Models one by one (${models.length})</summary>
    ${htmlTable(
      'The statistic of this probe for each model, before the controls are taken off.',
      [
        { head: 'Model' },
        { head: 'Id' },
        { head: 'Statistic', numeric: true },
        { head: 'Observations', numeric: true },
        { head: 'Failed', numeric: true },
      ],
      models.map(modelRow),
    )}
  </details>`;
}
