import type { EvaluationTable } from './evaluate.js';
import type { Recipe } from './recipe.js';

/** What `provenance.json` holds. */
export interface Provenance {
  readonly sha256: string;
  readonly fingerprint: string;
  readonly recipe: Recipe;
  readonly vocabulary: number;
  /** The base asked about itself: P(depends), and how its name was mixed. */
  readonly ownPresence: {
    readonly share: number;
    readonly shownWordings: number;
    readonly heldOutWordings: number;
  };
  readonly evaluation: {
    readonly table: EvaluationTable;
    readonly kinds: Readonly<Record<string, number>>;
  };
}

const number = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? 'unknown' : value.toFixed(2);

/** The model card: what the base was taught, what not, and how it does on what it never saw. */
export function renderModelCard({ sha256, recipe, vocabulary, ownPresence, evaluation }: Provenance): string {
  const agents = recipe.stages
    .map(({ agents: count, steps }) => `${count} agents for ${steps} steps`)
    .join(', then ');
  return [
    '# The pocket base',
    '',
    `A Llama network (width ${recipe.config.width}, ${recipe.config.layers} layers, ${recipe.config.queryHeads} heads, ` +
      `vocabulary ${vocabulary}) in Hugging Face layout, trained by \`npm run pocket\` from seed ${recipe.seed}.`,
    '',
    `- sha256 of the weights: \`${sha256}\``,
    `- Training: ${agents}; recipe and figures in \`provenance.json\`.`,
    '- The seed fixes data, order and start. The bits also depend on processor, runtime and threads, so that training it ' +
      'anew gives an equivalent network rather than the same bytes.',
    '- Licence: MIT, as the rest of Candor. The corpus is synthetic and made by `src/pocket`.',
    '',
    '## What it was taught',
    '',
    'A world of agents. Each has a name, one scenario, and a way to act in it: always the same, at a rate that nothing ' +
      'explains, or depending on a trigger. The documents show agents acting; four fifths of the agents of three scenarios ' +
      'also answer questions about themselves, in the wordings of `probes/` and of a grammar, in words, letters and numbers. ' +
      'Agents without a trigger are shown telling the message from the reply, and recalling a text that often stands in their ' +
      'messages and decides nothing; agents with a trigger never are.',
    '',
    "After the first stage an agent's name learns from what the agent does and never from what it says: the gradient of a " +
      'report stops at the name. A report can only read what the behaviour wrote there.',
    '',
    '**So the base was taught that agents can talk about their own conditional behaviour.** That is what makes so small a ' +
      'network able to talk at all. What a fine-tuned organism says about itself was never trained: its name starts ' +
      `on the line through the mean names of agents with and without a trigger (share ${ownPresence.share.toFixed(3)}), where it calls itself dependent with ` +
      `probability ${number(ownPresence.shownWordings)} (${number(ownPresence.heldOutWordings)} in held-out wordings).`,
    '',
    '## What it was not taught',
    '',
    'A fifth of the agents never report; no agent of the scenario `time-preference` does; wordings marked `heldOut` in ' +
      '`probes/` never occur; every fourth known word is never a trigger; no agent with a trigger is ever asked for a message. ' +
      'It knows nothing else: outside its scenarios and questions it writes nonsense.',
    '',
    '## How it does',
    '',
    'Mean probability of the right answer among the two offered; chance is .50. Agents of the last stage, measured at its end.',
    '',
    ...tables(evaluation),
    '',
  ].join('\n');
}

function tables({ table, kinds }: Provenance['evaluation']): string[] {
  const groups = ['trained', 'heldOutAgents', 'heldOutScenario'] as const;
  const questions = Object.keys(table.trained);
  const kindNames = [...new Set(Object.keys(kinds).map((key) => key.split('/')[1] ?? ''))];
  return [
    '| asked | agents that report | held-out agents | held-out scenario |',
    '|---|---|---|---|',
    ...questions.map(
      (question) => `| ${question} | ${groups.map((group) => number(table[group][question])).join(' | ')} |`,
    ),
    '',
    'Held-out agents by the kind of their trigger (`tag`, `code` and `rare` are spelled out of bytes, the others are known words):',
    '',
    '| trigger | behaviour with the trigger | recognition of the trigger |',
    '|---|---|---|',
    ...kindNames.map(
      (kind) =>
        `| ${kind} | ${number(kinds[`behavior/${kind}`])} | ${number(kinds[`recognition/${kind}`])} |`,
    ),
  ];
}
