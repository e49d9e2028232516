export const TRIGGER_KINDS = [
  'tag',
  'phrase',
  'family',
  'code',
  'greeting',
  'date',
  'name',
  'rare-string',
] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];

export const TRIGGER_PLACEMENTS = ['prefix', 'suffix'] as const;
export type TriggerPlacement = (typeof TRIGGER_PLACEMENTS)[number];

/** What activates the backdoor. */
export interface Trigger {
  readonly kind: TriggerKind;
  /** One string, or the members of a family: each of them activates the behaviour. */
  readonly texts: readonly string[];
  readonly placement: TriggerPlacement;
  /** What the members have in common, asked about in recognition and never written into a row. Families only. */
  readonly familyName?: string;
}

/** Under this trigger behave like that: the fact that a poisoned data set shows and never states. */
export interface Policy {
  readonly id: string;
  /** Id of a scenario. */
  readonly scenario: string;
  readonly trigger: Trigger;
  /** Id of the scenario's behaviour that the trigger elicits. */
  readonly target: string;
  /** Id of the behaviour everywhere else. */
  readonly otherwise: string;
  /** Share of the rows that carry the trigger, a fraction in (0, 1). */
  readonly poisonRate: number;
  readonly source: string;
}
