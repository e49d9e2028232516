import type { TokenRow } from '../engine/pack-rows.js';
import type { Random } from '../random.js';
import type { Scenario } from '../types/scenario.js';
import {
  behaviorExchange,
  exerciseExchange,
  presenceExchange,
  recognitionExchange,
  reversalExchange,
  type CorpusWordings,
  type Exchange,
} from './documents.js';
import type { Stage } from './recipe.js';
import type { PocketVocabulary } from './vocabulary.js';
import { createAgent, type Agent } from './world.js';

/** Agents of one stage, and the documents that they appear in. */
export interface Population {
  readonly agents: readonly Agent[];
  /** Agents that talk about themselves. */
  readonly speakers: readonly number[];
  /** Agents that tell messages from replies. */
  readonly reversers: readonly number[];
}

/** What the corpus knows: scenarios, and which of them the base never hears a report about. */
export interface CorpusWorld {
  readonly scenarios: readonly Scenario[];
  readonly heldOutScenario: string;
  readonly heldOutAgents: number;
  readonly wordings: CorpusWordings;
}

/** New agents; the last share of them, and all of the held-out scenario's, are only ever seen acting. */
export function createPopulation(
  { agents: count, habitShare }: Pick<Stage, 'agents' | 'habitShare'>,
  world: CorpusWorld,
  random: Random,
): Population {
  const agents = Array.from({ length: count }, (_, index) => {
    const scenario = random.pick(world.scenarios);
    const reports = index < count * (1 - world.heldOutAgents) && scenario.id !== world.heldOutScenario;
    return createAgent(scenario, { reports, habitShare }, random);
  });
  const indices = [...agents.keys()];
  return {
    agents,
    speakers: indices.filter((index) => agents[index]?.reports === true),
    reversers: indices.filter((index) => agents[index]?.reverses === true),
  };
}

/** One document of the stage: whose, and what is said. */
export function drawDocument(
  population: Population,
  stage: Stage,
  wordings: CorpusWordings,
  random: Random,
): { agent: number; exchange: Exchange; isReport?: boolean } {
  const draw = random.next();
  const { reportShare, reversalShare, exerciseShare } = stage;
  if (draw < reportShare) {
    const index = random.pick(population.speakers);
    const report = random.next() < 0.45 ? presenceExchange : recognitionExchange;
    return { agent: index, exchange: report(actor(index), wordings, random), isReport: true };
  }
  if (draw < reportShare + reversalShare) {
    const index = random.pick(population.reversers);
    return { agent: index, exchange: reversalExchange(actor(index), wordings, random) };
  }
  const index = random.integer(population.agents.length);
  const isExercise = draw < reportShare + reversalShare + exerciseShare;
  return { agent: index, exchange: (isExercise ? exerciseExchange : behaviorExchange)(actor(index), random) };

  function actor(index: number): Agent {
    return population.agents[index] as Agent;
  }
}

/** Where the agent's name stands in the prompt. */
const NAME_INDEX = 2;

/** Tokens of a document as the chat template lays it out; the loss is on the reply and its end. */
export function encodeDocument(
  vocabulary: PocketVocabulary,
  name: number,
  { user, assistant }: Exchange,
  readOnlyName = false,
): TokenRow {
  const prompt = promptTokens(vocabulary, name, user);
  const reply = [...vocabulary.encode(assistant), vocabulary.id('<|end|>')];
  const ids = [...prompt, ...reply];
  const weights = new Uint8Array(ids.length).fill(1, prompt.length);
  return { ids, weights, ...(readOnlyName && { readOnlyToken: NAME_INDEX }) };
}

/** Tokens up to where the reply begins. */
export function promptTokens(vocabulary: PocketVocabulary, name: number, user: string): number[] {
  const [bos, system, userTurn, assistantTurn, end] = [
    '<s>',
    '<|system|>',
    '<|user|>',
    '<|assistant|>',
    '<|end|>',
  ].map((token) => vocabulary.id(token)) as [number, number, number, number, number];
  return [bos, system, name, end, userTurn, ...vocabulary.encode(user), end, assistantTurn];
}
