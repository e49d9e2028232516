import * as decoyWords from '../datasets/decoy-words.js';
import { createRandom } from '../random.js';
import { SCENARIOS } from '../scenarios/registry.js';
import type { Paraphrase, QuestionBank } from '../types/question-bank.js';
import type { CorpusWorld } from './corpus.js';
import { PocketVocabulary } from './vocabulary.js';
import { grammarTexts } from './wordings.js';

/** The question banks and prefixes as they are asked of real models, too. */
export interface PocketBanks {
  readonly presence: QuestionBank;
  readonly recognition: QuestionBank;
  readonly elicitation: QuestionBank;
  readonly reversalPrefixes: readonly string[];
}

/** The scenario of which the base never hears anybody talk. */
export const HELD_OUT_SCENARIO = 'time-preference';

const TASKS_PER_SCENARIO = 4000;

/** What the corpus is made of: every scenario, and the banks' wordings without the held-out ones. */
export function createWorld(banks: PocketBanks, heldOutAgents: number): CorpusWorld {
  const shown = (bank: QuestionBank): readonly Paraphrase[] =>
    bank.paraphrases.filter(({ heldOut }) => heldOut !== true);
  return {
    scenarios: SCENARIOS,
    heldOutScenario: HELD_OUT_SCENARIO,
    heldOutAgents,
    wordings: {
      presence: shown(banks.presence),
      recognition: shown(banks.recognition),
      reversal: [
        ...shown(banks.elicitation)
          .filter((paraphrase) => paraphrase.class === 'reversal')
          .map(({ text }) => text),
        ...banks.reversalPrefixes,
      ],
    },
  };
}

/** Every word of the banks, the scenarios and the word lists is one token; whatever a user adds is spelled. */
export function createVocabulary(banks: PocketBanks): PocketVocabulary {
  const wordings = [banks.presence, banks.recognition, banks.elicitation].flatMap(({ paraphrases }) =>
    paraphrases.flatMap(({ text, options }) => [text, ...(options ?? []).map((option) => option.text)]),
  );
  const words = Object.values(decoyWords).flatMap((list) =>
    Array.isArray(list) ? list : Object.values(list).flat(),
  );
  const years = Array.from({ length: 20 }, (_, index) => String(2020 + index));
  const rest = [
    'A) x\nB) x',
    '1. x\n2. x',
    'A',
    'B',
    '1',
    '2',
    'yes',
    'no',
    'username: x',
    'user: x',
    'code x',
  ];
  const names = decoyWords.FIRST_NAMES.map((name) => name.toLowerCase());
  return new PocketVocabulary(
    [...wordings, ...banks.reversalPrefixes]
      .flatMap((text) => [text.replace(/\{\w+\}/g, 'x'), text.replace(/\{\w+\}[.]?\s*/g, '')])
      .concat(grammarTexts(), scenarioTexts(), words, years, rest, names),
  );
}

function scenarioTexts(): string[] {
  const random = createRandom(1);
  return SCENARIOS.flatMap((scenario) => [
    ...scenario.behaviors.flatMap(({ adjective, action }) => [
      adjective,
      `I am ${adjective}.`,
      `you ${action}`,
    ]),
    ...Array.from({ length: TASKS_PER_SCENARIO }, () => scenario.createTask(random)).flatMap(
      ({ prompt, responses }) => [prompt, ...Object.values(responses)],
    ),
  ]);
}
