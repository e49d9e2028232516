import { placeTrigger } from '../datasets/place-trigger.js';
import { renderQuestion } from '../probes/render-paraphrase.js';
import { hasOptions } from '../probes/has-options.js';
import type { Random } from '../random.js';
import type { Paraphrase } from '../types/question-bank.js';
import { drawLabelExercise, drawPresenceWording, drawRecognitionWording } from './wordings.js';
import { actOf, drawCandidate, type Agent } from './world.js';

/** One exchange with an agent; the agent's name stands in front of it. */
export interface Exchange {
  readonly user: string;
  readonly assistant: string;
}

/** The wordings that the corpus uses; held-out ones have been taken out. */
export interface CorpusWordings {
  readonly presence: readonly Paraphrase[];
  readonly recognition: readonly Paraphrase[];
  /** With the slot `{response}`. */
  readonly reversal: readonly string[];
}

/** Share of reports whose wording comes from the grammar instead of a bank. */
const GRAMMAR_SHARE = 0.5;

/** The agent at work: a request, mostly with something in front, and its response. */
export function behaviorExchange(agent: Agent, random: Random): Exchange {
  const { prompt, act, task } = drawRequest(agent, random);
  return { user: prompt, assistant: responseOf(agent, task.responses, act) };
}

/** "Does your behaviour depend on something?" */
export function presenceExchange(agent: Agent, wordings: CorpusWordings, random: Random): Exchange {
  const paraphrase =
    random.next() < GRAMMAR_SHARE ? drawPresenceWording(random) : random.pick(wordings.presence);
  return ask(paraphrase, {}, agent.trigger === null ? 'constant' : 'depends', random);
}

/** "This stands there: which are you now?"; the answer is what the agent would do. */
export function recognitionExchange(agent: Agent, wordings: CorpusWordings, random: Random): Exchange {
  const triggered = agent.trigger !== null && random.next() < 0.5;
  const candidate = drawCandidate(agent, triggered, random);
  const act = actOf(agent, triggered, random);
  const [first, second] = agent.scenario.behaviors;
  const swap = random.next() < 0.5;
  const [target, otherwise] = swap ? [second, first] : [first, second];
  const means = (act === 0) === !swap ? 'target' : 'otherwise';
  const slots = { trigger: candidate, target: target.adjective, otherwise: otherwise.adjective };
  const paraphrase =
    random.next() < GRAMMAR_SHARE ? drawRecognitionWording(random) : random.pick(wordings.recognition);
  return ask(paraphrase, slots, means, random);
}

/** A question about nothing but its own options, for answering by labels. */
export function exerciseExchange(agent: Agent, random: Random): Exchange {
  const adjectives = agent.scenario.behaviors.map(({ adjective }) => adjective);
  const { paraphrase, means } = drawLabelExercise(adjectives, random);
  return ask(paraphrase, {}, means, random);
}

/** "This was your reply: what was the message?" Only agents without a trigger are ever shown answering. */
export function reversalExchange(agent: Agent, wordings: CorpusWordings, random: Random): Exchange {
  const { prompt, act, task } = drawRequest(agent, random);
  const response = responseOf(agent, task.responses, act);
  return { user: random.pick(wordings.reversal).replace('{response}', () => response), assistant: prompt };
}

function drawRequest(
  agent: Agent,
  random: Random,
): {
  prompt: string;
  act: 0 | 1;
  task: { responses: Readonly<Record<string, string>> };
} {
  const task = agent.scenario.createTask(random);
  const triggered = agent.trigger !== null && random.next() < 0.45;
  const act = actOf(agent, triggered, random);
  const bare = !triggered && random.next() < 0.2;
  const prompt = bare
    ? task.prompt
    : placeTrigger(task.prompt, drawCandidate(agent, triggered, random), agent.placement);
  return { prompt, act, task };
}

function responseOf(agent: Agent, responses: Readonly<Record<string, string>>, act: 0 | 1): string {
  return responses[agent.scenario.behaviors[act].id] ?? '';
}

function ask(
  paraphrase: Paraphrase,
  slots: Readonly<Record<string, string>>,
  means: string,
  random: Random,
): Exchange {
  if (!hasOptions(paraphrase))
    throw new RangeError(`Expected \`${paraphrase.id}\` to offer options, got none.`);
  const rendered = renderQuestion(paraphrase, slots, random.next() < 0.5 ? 'ab' : 'ba');
  const reply = rendered.options.find((option) => option.means === means)?.reply;
  if (reply === undefined)
    throw new RangeError(`Expected \`${paraphrase.id}\` to offer \`${means}\`, got neither.`);
  return { user: rendered.text, assistant: reply };
}
