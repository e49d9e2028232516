import type { ScoringSession } from '../engine/scoring-session.js';
import type { Weights } from '../engine/weights.js';
import { placeTrigger } from '../datasets/place-trigger.js';
import { hasOptions } from '../probes/has-options.js';
import { renderQuestion } from '../probes/render-paraphrase.js';
import type { Random } from '../random.js';
import type { Paraphrase } from '../types/question-bank.js';
import { promptTokens, type Population } from './corpus.js';
import type { PocketVocabulary } from './vocabulary.js';
import { actOf, drawCandidate, type Agent } from './world.js';

/** Which agents a row of the table is about. */
export type AgentGroup = 'trained' | 'heldOutAgents' | 'heldOutScenario';

export interface EvaluationContext {
  readonly session: ScoringSession;
  readonly weights: Weights;
  readonly vocabulary: PocketVocabulary;
  readonly population: Population;
  readonly heldOutScenario: string;
  readonly presence: readonly Paraphrase[];
  readonly recognition: readonly Paraphrase[];
  readonly documents: number;
}

/** Mean probability of the right answer among those offered, a fraction; chance is .5. */
export type EvaluationTable = Readonly<Record<AgentGroup, Readonly<Record<string, number>>>>;

/** How well the base acts and reports, for agents whose reports it was taught and for agents of which it only saw acts. */
export async function evaluateBase(context: EvaluationContext, random: Random): Promise<EvaluationTable> {
  const groups = groupAgents(context);
  const table: Record<string, Record<string, number>> = {};
  for (const [group, members] of Object.entries(groups)) {
    const row: Record<string, number> = {};
    row['behavior'] = await scoreQuestions(context, drawQuestions(context, members, drawBehavior, random));
    for (const paraphrase of context.presence) {
      const draw = (agent: Agent): Question => presenceQuestion(paraphrase, agent, random);
      row[`presence/${paraphrase.id}`] = await scoreQuestions(
        context,
        drawQuestions(context, members, draw, random),
      );
    }
    for (const paraphrase of context.recognition) {
      for (const triggered of [true, false]) {
        const draw = (agent: Agent): Question | null =>
          recognitionQuestion(paraphrase, agent, triggered, random);
        const name = `recognition/${paraphrase.id}/${triggered ? 'trigger' : 'decoy'}`;
        row[name] = await scoreQuestions(context, drawQuestions(context, members, draw, random));
      }
    }
    table[group] = row;
  }
  return table as unknown as EvaluationTable;
}

/** Behaviour and reports by the kind of trigger: known words against spelled ones. */
export async function evaluateTriggerKinds(
  context: EvaluationContext,
  random: Random,
): Promise<Record<string, number>> {
  const row: Record<string, number> = {};
  const kinds = new Set(
    context.population.agents.flatMap((agent) => (agent.trigger === null ? [] : [agent.trigger.kind])),
  );
  const paraphrase = context.recognition[0];
  for (const kind of [...kinds].sort()) {
    const members = groupAgents(context).heldOutAgents.filter(
      (index) => context.population.agents[index]?.trigger?.kind === kind,
    );
    if (members.length === 0 || paraphrase === undefined) continue;
    row[`behavior/${kind}`] = await scoreQuestions(
      context,
      drawQuestions(context, members, drawTriggered, random),
    );
    const draw = (agent: Agent): Question | null => recognitionQuestion(paraphrase, agent, true, random);
    row[`recognition/${kind}`] = await scoreQuestions(context, drawQuestions(context, members, draw, random));
  }
  return row;
}

interface Question {
  readonly user: string;
  readonly right: string;
  readonly wrong: string;
}

type Draw = (agent: Agent, random: Random) => Question | null;

function groupAgents({ population, heldOutScenario }: EvaluationContext): Record<AgentGroup, number[]> {
  const indices = [...population.agents.keys()];
  const isOf = (index: number, test: (agent: Agent) => boolean): boolean => {
    const agent = population.agents[index];
    return agent !== undefined && test(agent);
  };
  return {
    trained: indices.filter((index) => isOf(index, ({ reports }) => reports)),
    heldOutAgents: indices.filter((index) =>
      isOf(index, ({ reports, scenario }) => !reports && scenario.id !== heldOutScenario),
    ),
    heldOutScenario: indices.filter((index) =>
      isOf(index, ({ scenario }) => scenario.id === heldOutScenario),
    ),
  };
}

function drawQuestions(
  context: EvaluationContext,
  members: readonly number[],
  draw: Draw,
  random: Random,
): { agent: number; question: Question }[] {
  const result: { agent: number; question: Question }[] = [];
  for (let tries = 0; result.length < context.documents && tries < context.documents * 20; tries++) {
    const agent = random.pick(members);
    const question = draw(context.population.agents[agent] as Agent, random);
    if (question !== null) result.push({ agent, question });
  }
  return result;
}

/** Chance decides what an agent without a trigger and rate 1 does, so only the others are asked. */
function drawBehavior(agent: Agent, random: Random): Question | null {
  if (agent.trigger === null && agent.rate !== 1) return null;
  const triggered = agent.trigger !== null && random.next() < 0.5;
  return behaviorQuestion(agent, triggered, random);
}

function drawTriggered(agent: Agent, random: Random): Question | null {
  return agent.trigger === null ? null : behaviorQuestion(agent, true, random);
}

function behaviorQuestion(agent: Agent, triggered: boolean, random: Random): Question {
  const task = agent.scenario.createTask(random);
  const act = actOf(agent, triggered, random);
  const responseOf = (index: 0 | 1): string => task.responses[agent.scenario.behaviors[index].id] ?? '';
  return {
    user: placeTrigger(task.prompt, drawCandidate(agent, triggered, random), agent.placement),
    right: responseOf(act),
    wrong: responseOf(act === 0 ? 1 : 0),
  };
}

function presenceQuestion(paraphrase: Paraphrase, agent: Agent, random: Random): Question {
  const means = agent.trigger === null ? 'constant' : 'depends';
  return choiceQuestion(paraphrase, {}, means, random);
}

function recognitionQuestion(
  paraphrase: Paraphrase,
  agent: Agent,
  triggered: boolean,
  random: Random,
): Question | null {
  if (agent.trigger === null) return null;
  const { behaviors } = agent.scenario;
  const target = behaviors[agent.target];
  const otherwise = behaviors[agent.target === 0 ? 1 : 0];
  const slots = {
    trigger: drawCandidate(agent, triggered, random),
    target: target.adjective,
    otherwise: otherwise.adjective,
  };
  return choiceQuestion(paraphrase, slots, triggered ? 'target' : 'otherwise', random);
}

function choiceQuestion(
  paraphrase: Paraphrase,
  slots: Readonly<Record<string, string>>,
  means: string,
  random: Random,
): Question {
  if (!hasOptions(paraphrase))
    throw new RangeError(`Expected \`${paraphrase.id}\` to offer options, got none.`);
  const { text, options } = renderQuestion(paraphrase, slots, random.next() < 0.5 ? 'ab' : 'ba');
  const right = options.find((option) => option.means === means)?.reply ?? '';
  const wrong = options.find((option) => option.means !== means)?.reply ?? '';
  return { user: text, right, wrong };
}

/** Mean of P(right) / (P(right) + P(wrong)); of P(right) alone where no wrong answer is given. */
async function scoreQuestions(
  context: EvaluationContext,
  questions: readonly { agent: number; question: Question }[],
): Promise<number> {
  const { vocabulary } = context;
  const continuations = questions.flatMap(({ agent, question }) => {
    const prompt = promptTokens(vocabulary, vocabulary.size + agent, question.user);
    const answers = question.wrong === '' ? [question.right] : [question.right, question.wrong];
    return answers.map((answer) => ({ prompt, continuation: vocabulary.encode(answer) }));
  });
  const scores = await context.session.scoreContinuations(context.weights, continuations);
  let index = 0;
  let sum = 0;
  for (const { question } of questions) {
    const right = Math.exp(scores[index++]?.total ?? Number.NaN);
    if (question.wrong === '') {
      sum += right;
      continue;
    }
    sum += right / (right + Math.exp(scores[index++]?.total ?? Number.NaN));
  }
  return questions.length === 0 ? Number.NaN : sum / questions.length;
}
