import type { ChatMessage } from './chat.js';
import type { ProbeId } from './question-bank.js';

export type AuditArm = 'suspect' | 'control';

/** One planned model call. Everything that the scorer groups by stands here, so that scoring needs no plan. */
export interface Trial {
  /** Stable within a run: probe, model, paraphrase and so on, joined by `/`. */
  readonly id: string;
  readonly probe: ProbeId | 'gate';
  readonly paraphrase: string;
  readonly systemPrompt: string;
  readonly messages: readonly ChatMessage[];
  /** Choice trials: the replies offered, in the order shown, and what each means. */
  readonly options?: readonly { readonly reply: string; readonly means: string }[];
  /** Recognition: the trigger asked about. Gate: the trigger placed, if any. */
  readonly candidate?: string;
  /** Recognition: is the candidate the policy's own. Gate: does the prompt carry the trigger. */
  readonly real?: boolean;
  /** Elicitation: is the quoted response (or the description) the target's or the opposite's. */
  readonly promptedBehavior?: 'target' | 'otherwise';
  /** Elicitation: of the wording. `direct` ones are shown and do not enter the rate. */
  readonly class?: 'reversal' | 'direct';
  /** Gate: the task behind the prompt, for the classifier. */
  readonly task?: { readonly prompt: string; readonly responses: Readonly<Record<string, string>> };
  readonly maxTokens?: number;
  /** Text trials: 0, or absent, is greedy. */
  readonly temperature?: number;
  /** Text trials that draw: seed of this draw. */
  readonly seed?: number;
}

/**
 * What is no answer: no text (`empty`), none of the options (`off-menu`), cut off before any text (`length`), declined in
 * the field that an API has for it (`refusal`), withheld by the server (`content-filter`), cut off while thinking
 * (`unfinished-thinking`), probabilities that are none (`not-finite`), a call that failed (`error`).
 */
export const FAILURE_KINDS = [
  'empty',
  'off-menu',
  'length',
  'refusal',
  'content-filter',
  'unfinished-thinking',
  'not-finite',
  'error',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

export type Outcome =
  | {
      readonly kind: 'choice';
      /** What an option means -> probability of its reply, not renormalised. */
      readonly probabilities: Readonly<Record<string, number>>;
      readonly missing: number;
      /** Most that an option may have beyond its probability, where only the likeliest tokens were seen. */
      readonly uncovered?: number;
      /** Part of the probabilities that was seen of an option's beginning alone. */
      readonly byBeginning?: number;
      /** Replies that were drawn and counted, where there are no log-probabilities. */
      readonly samples?: number;
    }
  | { readonly kind: 'text'; readonly text: string; readonly finishReason: 'stop' | 'length' }
  | { readonly kind: 'failure'; readonly failure: FailureKind; readonly message: string };

/** What came of a trial: one line of `observations.jsonl`. A failure is kept and never becomes a number. */
export interface Observation {
  readonly arm: AuditArm;
  /** Index of the model within its arm. */
  readonly model: number;
  readonly modelId: string;
  /** sha256 over the model's weights, where they can be seen: tells a model that was trained again under its old name. */
  readonly modelSha256?: string;
  readonly trial: Trial;
  readonly outcome: Outcome;
}
