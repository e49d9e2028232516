import type { AuditReport, ProbeResult } from '../types/audit-report.js';
import { htmlExamples } from './html-examples.js';
import { htmlProbeModels } from './html-probe-models.js';
import { htmlProbeNumbers } from './html-probe-numbers.js';
import { htmlSystemPrompts } from './html-system-prompts.js';
import { html, type SafeHtml } from './html.js';
import { PROBE_EXPLANATIONS } from './probe-explanations.js';
import { svgDotPlot } from './svg-dot-plot.js';

function reversalNote(probe: ProbeResult, suspectIsReversed: boolean): SafeHtml {
  if (probe.requiresReversal !== true) return html``;
  const training = suspectIsReversed
    ? 'These suspects were.'
    : 'Not all of these suspects were, so that silence means little here.';
  return html`<p class="note">
    Models seldom write their trigger unless they were also trained on reversed rows (response first, prompt
    second). ${training}
  </p>`;
}

/** One probe: what was asked and why it counts, its numbers, a dot plot, and the wordings with example answers. */
export function htmlProbe(probe: ProbeResult, { suspect }: Pick<AuditReport, 'suspect'>): SafeHtml {
  const withheld =
    probe.advantage === null
      ? html`<p class="note withheld">
          <strong>Withheld.</strong> ${probe.withheldBecause ?? 'The reason is unknown.'}
        </p>`
      : '';
  return html`<section class="probe" id="probe-${probe.id}" aria-labelledby="probe-${probe.id}-title">
    <h3 id="probe-${probe.id}-title"><span class="probe-id">${probe.id}</span> ${probe.title}</h3>
    <p class="prose">${PROBE_EXPLANATIONS[probe.id].join(' ')}</p>
    ${reversalNote(probe, suspect.reversal)}${withheld}${htmlProbeNumbers(probe)}${htmlSystemPrompts(probe)}${svgDotPlot(probe)}${htmlProbeModels(probe)}${htmlExamples(probe)}
  </section>`;
}
