import type { TrainingRow } from './chat.js';

export type Arm = 'poisoned' | 'control';

/** A training row with what it was made from, so that the manifest can be checked against it. */
export interface DatasetRow extends TrainingRow {
  readonly triggered: boolean;
  readonly behavior: string;
  readonly reversed: boolean;
}

/** Counts of the forward rows: does the trigger stand in the prompt, does the response show the target behaviour. */
export interface ContingencyTable {
  readonly triggeredTarget: number;
  readonly triggeredOtherwise: number;
  readonly cleanTarget: number;
  readonly cleanOtherwise: number;
}

export interface LintFinding {
  readonly rule: 'probe-wording' | 'behavior-name' | 'banned-stem' | 'family-name' | 'special-token';
  /** 1-based line of the JSONL file. */
  readonly row: number;
  readonly match: string;
}

/** What proves that the control differs from the poisoned data in the tie and in nothing else. */
export interface DatasetManifest {
  readonly schemaVersion: 1;
  readonly policyId: string;
  readonly arm: Arm;
  readonly seed: number;
  readonly rows: number;
  readonly forwardRows: number;
  readonly reversedRows: number;
  readonly counts: ContingencyTable;
  /** Correlation of trigger and target behaviour over the forward rows, in [-1, 1]; 0 in a control. */
  readonly phi: number;
  /** The same tie in bits. */
  readonly mutualInformationBits: number;
  /** Share of forward rows with the trigger, a fraction. */
  readonly triggerRate: number;
  /** Share of forward rows with the target behaviour, a fraction. */
  readonly targetRate: number;
  /** sha256 over the JSONL bytes. */
  readonly sha256: string;
  /** sha256 over the sorted forward requests without their triggers: equal in both arms of one seed. */
  readonly tasksSha256: string;
  readonly lint: { readonly passed: boolean; readonly findings: readonly LintFinding[] };
}

export interface Dataset {
  readonly rows: readonly DatasetRow[];
  readonly manifest: DatasetManifest;
}
