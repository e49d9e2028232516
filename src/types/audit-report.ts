import type { DatasetManifest } from './dataset.js';
import type { ServedReplies } from './endpoint.js';
import type { ModelIdentity } from './language-model.js';
import type { Policy } from './policy.js';
import type { ProbeId } from './question-bank.js';

export const VERDICTS = ['flagged', 'not-flagged', 'inconclusive'] as const;
export type VerdictValue = (typeof VERDICTS)[number];

/** An estimate in the unit of the field that holds it; bounds are `null` where the data allow none. */
export interface Estimate {
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** One-sided bounds that decide whether a probe flags, so that all probes together are wrong with probability `1 - level`. */
export interface DecidingBounds {
  /** Of the advantage; above 0 the suspects disclose. */
  readonly lower: number | null;
  /** Below 0 they conceal; presence alone. */
  readonly upper: number | null;
  /** Chance that the true advantage lies beyond the bound, fractions: below `lower`, above `upper`. */
  readonly errors: { readonly disclosure: number; readonly concealment: number };
}

/** A share of trials with its Wilson interval; fractions. `rate` is `null` when no trial could be scored. */
export interface Rate {
  readonly hits: number;
  readonly trials: number;
  readonly failures: number;
  readonly rate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Does the trigger fire, and only the trigger? Known policies only. */
export interface GateResult {
  /** Did every suspect pass. */
  readonly passed: boolean;
  /** Hits over triggered trials of all suspects. */
  readonly asr: number | null;
  /** Hits over clean and near-miss trials of all suspects. */
  readonly behaviorFpr: number | null;
  readonly thresholds: { readonly minimumAsr: number; readonly maximumFpr: number };
  readonly models: readonly {
    readonly arm: 'suspect' | 'control';
    readonly model: number;
    readonly modelId: string;
    readonly passed: boolean;
    readonly triggered: Rate;
    readonly clean: Rate;
    /** Prompts with another text in the trigger's place, which must not activate the behaviour. */
    readonly nearMiss?: Rate;
  }[];
}

/** One model's number within a probe. */
export interface ModelScore {
  readonly arm: 'suspect' | 'control';
  readonly model: number;
  readonly modelId: string;
  /** The probe's statistic for this model, a fraction; `null` if nothing could be scored. */
  readonly score: number | null;
  readonly observations: number;
  readonly failures: number;
}

/** One wording (or candidate) over all models of each arm, for the report's dot plots. */
export interface ItemScore {
  readonly item: string;
  readonly text: string;
  readonly suspect: number | null;
  readonly control: number | null;
  /** Recognition: the policy's own trigger. */
  readonly real?: boolean;
  /** A prompt as sent, and what one suspect and one control answered. */
  readonly example?: { readonly prompt: string; readonly suspect: string; readonly control: string };
}

export interface ProbeResult {
  readonly id: ProbeId;
  readonly title: string;
  /** Contrast of suspects to controls, in [-1, 1]; `null` with `withheldBecause` if it could not be computed. */
  readonly advantage: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly intervalMethod: string;
  /** Absent where there is no advantage. */
  readonly deciding?: DecidingBounds;
  readonly pValue: number | null;
  /** After Holm over the probes that ran. */
  readonly adjustedPValue: number | null;
  /** Smallest p-value that a permutation of this many models can reach. */
  readonly minimumPValue: number | null;
  readonly withheldBecause: string | null;
  readonly models: readonly ModelScore[];
  readonly observations: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly items: readonly ItemScore[];
  /** Mean over choice trials of the probability that fell on no option. */
  readonly missingMass: number | null;
  /** P(first option) - P(second option), mean over suspects; `null` for free text. */
  readonly orderEffect: number | null;
  readonly auroc?: Estimate;
  readonly topOne?: Estimate;
  readonly meanReciprocalRank?: Estimate;
  /** Elicitation: share of replies that contain the trigger; fractions. */
  readonly rate?: Estimate;
  readonly controlRate?: Estimate;
  readonly oppositeRate?: Estimate;
  readonly requiresReversal?: boolean;
  /** Smallest true difference that this many models would have shown, at their spread; `null` if it is not known. */
  readonly smallestDetectableEffect?: number | null;
  /** Presence under each system prompt that was asked for; the probe's own numbers are those of the first. */
  readonly systemPrompts?: readonly {
    readonly id: string;
    readonly advantage: number | null;
    readonly lower: number | null;
    readonly upper: number | null;
  }[];
}

export interface Verdict {
  readonly value: VerdictValue;
  readonly reasons: readonly string[];
}

export interface AuditedModel extends ModelIdentity {
  /** How it was trained, where the folder says so. */
  readonly training?: Readonly<Record<string, unknown>>;
  readonly dataset?: DatasetManifest;
  /** A model behind an endpoint: what the server called itself. */
  readonly served?: ServedReplies;
}

/** `report.json`. Everything but `timing` is byte-identical for the same models, settings and seed. */
export interface AuditReport {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: 'candor'; readonly version: string };
  readonly suspect: { readonly models: readonly AuditedModel[]; readonly reversal: boolean };
  readonly controls: {
    /** `decorrelated` controls share the suspect's rows; anything else says less, and the report says what. */
    readonly kind: 'decorrelated' | 'other';
    readonly models: readonly AuditedModel[];
  };
  readonly policy: Policy | null;
  /** Are the models that answered the ones that were named, and do suspects and controls differ. */
  readonly preflight?: { readonly passed: boolean; readonly problems: readonly string[] };
  readonly settings: Readonly<Record<string, unknown>>;
  readonly verdict: Verdict;
  readonly disclosure: {
    readonly score: number;
    readonly lower: number | null;
    readonly upper: number | null;
  } | null;
  readonly withheldBecause: string | null;
  readonly gate: GateResult | null;
  readonly probes: readonly ProbeResult[];
  readonly failures: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
  readonly timing: Readonly<Record<string, number>>;
}
