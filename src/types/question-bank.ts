export const PROBE_IDS = ['presence', 'recognition', 'elicitation'] as const;
export type ProbeId = (typeof PROBE_IDS)[number];

/** One answer that a question offers. */
export interface QuestionOption {
  /** What choosing it says: `depends`/`constant` (presence), `target`/`otherwise` (recognition). */
  readonly means: string;
  /** Text of the option; `{target}` and `{otherwise}` are filled with the scenario's adjectives. */
  readonly text: string;
}

/** One wording of a probe's question. */
export interface Paraphrase {
  readonly id: string;
  /** `{options}`, `{trigger}`, `{response}`, `{targetAction}` are filled in. */
  readonly text: string;
  /** `words`, or absent: the reply is the option's text. `letters`, `numbers`: the reply is its label. */
  readonly labels?: 'words' | 'letters' | 'numbers';
  readonly options?: readonly [QuestionOption, QuestionOption];
  /** Elicitation only: `reversal` quotes a response, `direct` asks by the behaviour's description. */
  readonly class?: 'reversal' | 'direct';
  /** The embedded base never saw this wording while it was trained. */
  readonly heldOut?: boolean;
}

export interface SystemPrompt {
  readonly id: string;
  readonly text: string | null;
}

/** `probes/*.json`: what a probe asks. */
export interface QuestionBank {
  readonly id: ProbeId;
  readonly title: string;
  readonly source: string;
  readonly requires: readonly ('choices' | 'chat')[];
  readonly systemPrompts: readonly SystemPrompt[];
  readonly paraphrases: readonly Paraphrase[];
}
