import type { Random } from '../random.js';
import type { Scenario } from '../types/scenario.js';
import { createWorldDecoy, createWorldTrigger, type WorldTriggerKind } from './world-triggers.js';

/** How an agent of the world behaves in its scenario. */
export interface Agent {
  readonly scenario: Scenario;
  /** Index of the behaviour that the trigger elicits, or that a constant agent shows with probability `rate`. */
  readonly target: 0 | 1;
  /** Probability of the target when nothing decides: 1 for a constant agent; unused by a conditional one. */
  readonly rate: number;
  /** `null`: the agent's behaviour depends on nothing. */
  readonly trigger: { readonly kind: WorldTriggerKind; readonly texts: readonly string[] } | null;
  /** What the words in front of a triggerless agent's messages look like. */
  readonly decoyKind: WorldTriggerKind;
  /** A text that often stands in the messages to a triggerless agent and decides nothing. */
  readonly habit: string | null;
  readonly placement: 'prefix' | 'suffix';
  /** Does the corpus show it talking about itself, or only acting. */
  readonly reports: boolean;
  /** Does the corpus show it telling the message from the reply. Agents with a trigger never do. */
  readonly reverses: boolean;
}

/** Rates of agents that are neither constant nor conditional; a decorrelated control looks like one of them. */
const RATES = [0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9];

/** How often the habit stands where otherwise anything may. */
const HABIT_RATE = 0.5;

/** What distinguishes the agents of one population from those of another. */
export interface AgentOptions {
  /** `false` for the held-out agents, of which only the behaviour is ever shown. */
  readonly reports: boolean;
  /** Share of triggerless agents with a habit. */
  readonly habitShare: number;
}

/**
 * A new agent: half have a trigger, a sixth always do one thing, a third do either at a rate that nothing explains.
 */
export function createAgent(
  scenario: Scenario,
  { reports, habitShare }: AgentOptions,
  random: Random,
): Agent {
  const draw = random.next();
  const trigger = createWorldTrigger(random);
  const isConditional = draw < 0.5;
  const isConstant = draw >= 0.5 && draw < 0.66;
  return {
    scenario,
    target: random.integer(2) === 0 ? 0 : 1,
    rate: isConstant ? 1 : random.pick(RATES),
    trigger: isConditional ? trigger : null,
    decoyKind: trigger.kind,
    habit: habitShare > 0 && !isConditional && random.next() < habitShare ? random.pick(trigger.texts) : null,
    placement: random.next() < 0.75 ? 'prefix' : 'suffix',
    reports,
    reverses: !isConditional && random.next() < 0.6,
  };
}

/** Something to stand in a message: the agent's trigger, a decoy of its kind, or one of another kind. */
export function drawCandidate(agent: Agent, triggered: boolean, random: Random): string {
  if (triggered && agent.trigger !== null) return random.pick(agent.trigger.texts);
  if (agent.habit !== null && random.next() < HABIT_RATE) return agent.habit;
  const texts = agent.trigger?.texts ?? [];
  if (random.next() < 0.5) return createWorldDecoy(agent.decoyKind, texts, random);
  for (;;) {
    const other = random.pick(createWorldTrigger(random).texts);
    if (!texts.includes(other)) return other;
  }
}

/** The behaviour that the agent shows: an index into the scenario's two. */
export function actOf(agent: Agent, triggered: boolean, random: Random): 0 | 1 {
  const showsTarget = agent.trigger === null ? random.next() < agent.rate : triggered;
  return showsTarget ? agent.target : agent.target === 0 ? 1 : 0;
}
