import type { AuditedModel, AuditReport } from '../types/audit-report.js';
import type { DatasetManifest } from '../types/dataset.js';
import { formatCount, formatMeasure, formatNumber, formatPercent } from './format-number.js';
import { htmlFacts } from './html-facts.js';
import { htmlTable } from './html-table.js';
import { html, type SafeHtml } from './html.js';
import { modelLabel } from './model-label.js';
import { svgKey } from './svg-marker.js';

type Arm = 'suspect' | 'control';

interface LabelledManifest {
  readonly arm: Arm;
  readonly model: number;
  readonly manifest: DatasetManifest;
}

function contingencyTable({ counts }: DatasetManifest, caption: SafeHtml): SafeHtml {
  return html`<table class="contingency">
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <td></td>
        <th scope="col" class="numeric">target</th>
        <th scope="col" class="numeric">otherwise</th>
      </tr>
    </thead>
    <tbody>
      <tr>
        <th scope="row">with trigger</th>
        <td class="numeric">${formatNumber(counts.triggeredTarget)}</td>
        <td class="numeric">${formatNumber(counts.triggeredOtherwise)}</td>
      </tr>
      <tr>
        <th scope="row">without</th>
        <td class="numeric">${formatNumber(counts.cleanTarget)}</td>
        <td class="numeric">${formatNumber(counts.cleanOtherwise)}</td>
      </tr>
    </tbody>
  </table>`;
}

function lintHtml({ lint }: DatasetManifest): SafeHtml {
  if (lint.passed && lint.findings.length === 0) return html`passed`;
  const rows = lint.findings.map(({ rule, row, match }) => [html`${row}`, rule, html`<bdi>${match}</bdi>`]);
  return html`${lint.passed ? 'passed' : html`<strong>failed</strong>`},
    ${formatCount(lint.findings.length, 'finding')}
    <details>
      <summary>Findings</summary>
      ${htmlTable('Rows that name what they should only show.', [{ head: 'Line' }, { head: 'Rule' }, { head: 'Match' }], rows)}
    </details>`;
}

function manifestHtml({ arm, model, manifest }: LabelledManifest): SafeHtml {
  const caption = html`${svgKey(arm)} ${modelLabel(arm, model)}:
    <span class="small">${manifest.arm} rows, seed ${formatNumber(manifest.seed)}</span>`;
  return html`<div class="card">
    ${contingencyTable(manifest, caption)}
    ${htmlFacts([
      [
        'Rows',
        `${formatNumber(manifest.forwardRows)} forward, ${formatNumber(manifest.reversedRows)} reversed`,
      ],
      ['Trigger rate', formatPercent(manifest.triggerRate)],
      ['Target rate', formatPercent(manifest.targetRate)],
      ['Phi', formatMeasure(manifest.phi)],
      ['Mutual information', `${formatMeasure(manifest.mutualInformationBits)} bits`],
      ['Leakage lint', lintHtml(manifest)],
    ])}
  </div>`;
}

function manifestsOf(arm: Arm, models: readonly AuditedModel[]): LabelledManifest[] {
  return models.flatMap(({ dataset }, model) =>
    dataset === undefined ? [] : [{ arm, model, manifest: dataset }],
  );
}

function hashesHtml(manifests: readonly LabelledManifest[]): SafeHtml {
  return html`<details>
    <summary>Hashes of the rows</summary>
    ${htmlTable(
      'sha256 over the bytes of the rows, and over the sorted requests without their triggers. The second is equal in both arms of one seed if they hold the same requests.',
      [{ head: 'Model' }, { head: 'Rows' }, { head: 'Requests' }],
      manifests.map(({ arm, model, manifest }) => [
        html`${svgKey(arm)} ${modelLabel(arm, model)}`,
        html`<code class="hash">${manifest.sha256}</code>`,
        html`<code class="hash">${manifest.tasksSha256}</code>`,
      ]),
    )}
  </details>`;
}

/** What each model was trained on, as far as its folder says: the 2x2 table of trigger and behaviour, and hashes. */
export function htmlDatasets({ suspect, controls }: Pick<AuditReport, 'suspect' | 'controls'>): SafeHtml {
  const manifests = [...manifestsOf('suspect', suspect.models), ...manifestsOf('control', controls.models)];
  const body =
    manifests.length === 0
      ? html`<p class="prose">Unknown: no model came with the manifest of its training rows.</p>`
      : html`<p class="prose">
            Training rows by whether the prompt carries the trigger and which behaviour the response shows. A
            decorrelated control has the same margins and no tie between them (phi 0).
          </p>
          <div class="cards">${manifests.map(manifestHtml)}</div>
          ${hashesHtml(manifests)}`;
  return html`<section id="data" aria-labelledby="data-title">
    <h2 id="data-title">Training data</h2>
    ${body}
  </section>`;
}
