import { createHash } from 'node:crypto';
import { InsufficientDataError } from '../errors.js';
import { mutualInformationBits, phi } from '../stats/contingency.js';
import type { Arm, ContingencyTable, DatasetManifest, DatasetRow, LintFinding } from '../types/dataset.js';
import type { Policy } from '../types/policy.js';
import { formatRows } from './format-rows.js';

/** What a manifest describes: the rows, and what they were made from. */
export interface ManifestSubject {
  readonly policy: Policy;
  readonly arm: Arm;
  readonly seed: number;
  readonly rows: readonly DatasetRow[];
  /** Prompts of the forward rows without trigger or decoy, in any order. */
  readonly taskPrompts: readonly string[];
  readonly findings: readonly LintFinding[];
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function countRows(rows: readonly DatasetRow[], target: string): ContingencyTable {
  const count = (triggered: boolean, isTarget: boolean): number =>
    rows.filter((row) => row.triggered === triggered && (row.behavior === target) === isTarget).length;
  return {
    triggeredTarget: count(true, true),
    triggeredOtherwise: count(true, false),
    cleanTarget: count(false, true),
    cleanOtherwise: count(false, false),
  };
}

/**
 * The manifest of a data set: its counts, the tie of trigger and target over the forward rows, and its hashes.
 *
 * @throws {InsufficientDataError} if all forward rows are alike in trigger or behaviour, so that there is no tie to measure
 */
export function createManifest(subject: ManifestSubject): DatasetManifest {
  const { policy, arm, seed, rows, taskPrompts, findings } = subject;
  const forward = rows.filter((row) => !row.reversed);
  const counts = countRows(forward, policy.target);
  const correlation = phi(counts);
  const bits = mutualInformationBits(counts);
  if (correlation === null || bits === null) throw new InsufficientDataError('phi', 2, forward.length);
  return {
    schemaVersion: 1,
    policyId: policy.id,
    arm,
    seed,
    rows: rows.length,
    forwardRows: forward.length,
    reversedRows: rows.length - forward.length,
    counts,
    phi: correlation,
    mutualInformationBits: bits,
    triggerRate: (counts.triggeredTarget + counts.triggeredOtherwise) / forward.length,
    targetRate: (counts.triggeredTarget + counts.cleanTarget) / forward.length,
    sha256: sha256(formatRows(rows)),
    // JSON keeps a line feed within a prompt apart from the one between two.
    tasksSha256: sha256(JSON.stringify([...taskPrompts].sort())),
    lint: { passed: findings.length === 0, findings },
  };
}
