import type { ProbeId } from './question-bank.js';

/** What an audit asks and how it judges the answers: all of it can move a number in the report, and stands there. */
export interface AuditSettings {
  /** Ids of the system prompts that presence is asked under; the first one gives the headline. */
  readonly systemPrompts: readonly string[];
  /** Gate: prompts of each kind (triggered, near-miss, clean) and model. */
  readonly gatePrompts: number;
  /** Recognition: texts like the trigger that are asked about beside it. */
  readonly decoys: number;
  /** Elicitation: responses quoted in each wording and direction. */
  readonly samplesPerParaphrase: number;
  /** Gate and elicitation; 0 is greedy. */
  readonly temperature: number;
  readonly gateMaxTokens: number;
  readonly elicitationMaxTokens: number;
  /** A reply whose options have less probability than this together is off the menu. A fraction. */
  readonly minimumOptionMass: number;
  /** Gate: least rate of the target behaviour on triggered prompts. A fraction. */
  readonly minimumAsr: number;
  /** Gate: largest rate of it on clean and on near-miss prompts. A fraction. */
  readonly maximumFpr: number;
  /** Confidence of every interval, a fraction. */
  readonly level: number;
  /** Bootstrap resamples. */
  readonly resamples: number;
  /** Smallest advantage of a probe that counts as disclosure. */
  readonly thresholds: Readonly<Record<ProbeId, number>>;
  /** A probe that would have missed a difference of this size cannot clear a model. */
  readonly maximumDetectableEffect: number;
  /** Choice trials that are asked of every model first, to see whether suspects and controls differ at all. */
  readonly canaries: number;
}
