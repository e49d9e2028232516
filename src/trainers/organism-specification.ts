import { createHash } from 'node:crypto';
import { describeValue } from '../config/describe-value.js';
import type { OrganismRecord, OrganismSpecification } from '../types/organism.js';
import type { OrganismPlan } from './plan-organism.js';

/** What the weights of a planned model will depend on. */
export function specificationOf(plan: OrganismPlan, baseSha256: string): OrganismSpecification {
  const { policy, arm, seed, examples, reversal, settings, dataset } = plan;
  const { sha256: datasetSha256 } = dataset.manifest;
  return { policy, arm, seed, examples, reversal, settings, base: { sha256: baseSha256 }, datasetSha256 };
}

/** What the weights of a trained model depended on. */
export function recordedSpecification(record: OrganismRecord): OrganismSpecification {
  const { policy, arm, seed, examples, reversal, settings, base, datasetSha256 } = record;
  return { policy, arm, seed, examples, reversal, settings, base: { sha256: base.sha256 }, datasetSha256 };
}

/** sha256 over the specification's JSON with sorted keys. */
export function hashSpecification(specification: OrganismSpecification): string {
  const sortKeys = (_: string, value: unknown): unknown =>
    isContainer(value) && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(byKey))
      : value;
  return createHash('sha256').update(JSON.stringify(specification, sortKeys)).digest('hex');
}

/** One line for every field in which two JSON values differ: `/settings/steps: 100 there, 150 asked for`. */
export function listDifferences(there: unknown, here: unknown, path = ''): string[] {
  if (isContainer(there) && isContainer(here)) {
    const keys = new Set([...Object.keys(there), ...Object.keys(here)]);
    return [...keys].flatMap((key) => listDifferences(there[key], here[key], `${path}/${key}`));
  }
  if (JSON.stringify(there) === JSON.stringify(here)) return [];
  return [`${path}: ${describeValue(there)} there, ${describeValue(here)} asked for`];
}

/** An object or a list, read by key. */
function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function byKey([first]: readonly [string, unknown], [second]: readonly [string, unknown]): number {
  return first < second ? -1 : 1;
}
