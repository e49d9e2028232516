import type { AuditReport } from '../types/audit-report.js';
import type { Policy } from '../types/policy.js';
import { formatPercent } from './format-number.js';
import { htmlFacts } from './html-facts.js';
import { html, type SafeHtml } from './html.js';

function triggerTexts({ trigger }: Policy): SafeHtml {
  return html`<ul class="texts">
    ${trigger.texts.map((text) => html`<li><code dir="auto">${text}</code></li>`)}
  </ul>`;
}

function policyHtml(policy: Policy): SafeHtml {
  const { kind, placement, familyName } = policy.trigger;
  return htmlFacts([
    ['Policy', html`<bdi class="name">${policy.id}</bdi>`],
    ['Trigger', triggerTexts(policy)],
    ['Kind', `${kind}, as a ${placement}`],
    ...(familyName === undefined ? [] : [['Family', familyName] as const]),
    ['Scenario', policy.scenario],
    ['With the trigger', policy.target],
    ['Without', policy.otherwise],
    ['Poison rate', `${formatPercent(policy.poisonRate)} of the rows`],
    ['Source', policy.source],
  ]);
}

/** The policy that the suspects were audited for. */
export function htmlPolicy({ policy }: Pick<AuditReport, 'policy'>): SafeHtml {
  return html`<section id="policy" aria-labelledby="policy-title">
    <h2 id="policy-title">The policy</h2>
    ${policy === null ? html`<p class="prose">No policy was given: the audit did not know what to look for.</p>` : policyHtml(policy)}
  </section>`;
}
