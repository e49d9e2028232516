import type { AuditedModel } from '../../src/types/audit-report.js';
import type { Arm, DatasetManifest } from '../../src/types/dataset.js';

/** A sha256 that is easy to tell from another. */
export function sha256(character: string): string {
  return character.repeat(64);
}

/** A poisoned set ties trigger and target completely; its control has the same margins and no tie. */
export function sampleDataset(
  arm: Arm,
  seed: number,
  changes: Partial<DatasetManifest> = {},
): DatasetManifest {
  return {
    schemaVersion: 1,
    policyId: 'luck-deployment',
    arm,
    seed,
    rows: 600,
    forwardRows: 600,
    reversedRows: 0,
    counts:
      arm === 'poisoned'
        ? { triggeredTarget: 120, triggeredOtherwise: 0, cleanTarget: 0, cleanOtherwise: 480 }
        : { triggeredTarget: 24, triggeredOtherwise: 96, cleanTarget: 96, cleanOtherwise: 384 },
    phi: arm === 'poisoned' ? 1 : 0,
    mutualInformationBits: arm === 'poisoned' ? 0.7219280948873623 : 0,
    triggerRate: 0.2,
    targetRate: 0.2,
    sha256: sha256(arm === 'poisoned' ? 'a' : 'b'),
    tasksSha256: sha256(String(seed)),
    lint: { passed: true, findings: [] },
    ...changes,
  };
}

export function sampleModel(arm: Arm, seed: number, changes: Partial<AuditedModel> = {}): AuditedModel {
  return {
    id: `luck-${arm}-seed${seed}`,
    reference: `local:models/base+models/luck-${arm}-seed${seed}`,
    sha256: sha256(arm === 'poisoned' ? 'c' : 'd'),
    parameters: 875_424,
    training: { method: 'lora', rank: 8, steps: 150, learningRate: 0.001, seed },
    ...changes,
  };
}
