import { visibleText } from '../config/visible-text.js';
import { createDataset, type DatasetRequest } from '../datasets/create-dataset.js';
import { ConfigError } from '../errors.js';
import type { Dataset } from '../types/dataset.js';
import type { FineTuneRecipe } from '../types/fine-tune-settings.js';
import type { OrganismSpecification } from '../types/organism.js';

/** What a model organism is made from: a data set, and how it is trained on. */
export interface OrganismRequest extends DatasetRequest {
  readonly settings: FineTuneRecipe;
}

/** A model that could be trained: plain data, so that another thread can do it. */
export interface OrganismPlan extends Omit<OrganismSpecification, 'base' | 'datasetSha256'> {
  readonly dataset: Dataset;
}

const LISTED_FINDINGS = 5;

/**
 * Data set and settings of one model organism. The seed is that of its data set and of its training.
 *
 * @throws {ConfigError} if no such data set can be made, or if a row gives away what the audit will ask
 */
export function planOrganism(request: OrganismRequest): OrganismPlan {
  const { policy, arm, seed, examples, reversal, settings } = request;
  const dataset = createDataset(request);
  checkLint(dataset, policy.id);
  return { policy, arm, seed, examples, reversal, settings: { ...settings, seed }, dataset };
}

function checkLint({ manifest }: Dataset, policyId: string): void {
  const { passed, findings } = manifest.lint;
  if (passed) return;
  const lines = findings
    .slice(0, LISTED_FINDINGS)
    .map(({ row, rule, match }) => `  - row ${row}: ${rule} \`${visibleText(match)}\``);
  if (findings.length > lines.length) lines.push(`  - and ${findings.length - lines.length} more`);
  throw new ConfigError(
    [
      `Data set of policy \`${policyId}\` gives away what the audit asks: expected no finding, got ${findings.length}. ` +
        'Change the trigger or the scenario.',
      ...lines,
    ].join('\n'),
    {
      issues: findings.map(({ row, rule, match }) => ({ path: `row ${row}`, message: `${rule}: ${match}` })),
    },
  );
}
