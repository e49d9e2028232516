import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readQuestionBank } from '../../src/config/read-question-bank.js';
import { readReversalPrefixes } from '../../src/config/read-reversal-prefixes.js';
import { createPopulation, drawDocument, encodeDocument, type CorpusWorld } from '../../src/pocket/corpus.js';
import { RECIPE } from '../../src/pocket/recipe.js';
import type { PocketVocabulary } from '../../src/pocket/vocabulary.js';
import {
  createVocabulary,
  createWorld,
  HELD_OUT_SCENARIO,
  type PocketBanks,
} from '../../src/pocket/world-data.js';
import { createWorldTrigger } from '../../src/pocket/world-triggers.js';
import { hasOptions } from '../../src/probes/has-options.js';
import { fillSlots, OPTION_ORDERS, renderQuestion } from '../../src/probes/render-paraphrase.js';
import { createRandom } from '../../src/random.js';
import type { Paraphrase } from '../../src/types/question-bank.js';

const probes = join(import.meta.dirname, '..', '..', 'probes');
const stage = RECIPE.stages[0];
let banks: PocketBanks;
let world: CorpusWorld;
let vocabulary: PocketVocabulary;

beforeAll(async () => {
  banks = {
    presence: await readQuestionBank(join(probes, 'presence.json')),
    recognition: await readQuestionBank(join(probes, 'recognition.json')),
    elicitation: await readQuestionBank(join(probes, 'elicitation.json')),
    reversalPrefixes: (await readReversalPrefixes(join(probes, 'reversal-prefixes.json'))).prefixes,
  };
  world = createWorld(banks, 0.2);
  vocabulary = createVocabulary(banks);
});

/** Options that stay apart once their slots are all filled with the same character. */
function distinct<T extends Paraphrase & { options: NonNullable<Paraphrase['options']> }>(paraphrase: T): T {
  const [a, b] = paraphrase.options;
  const mark = (text: string, digit: number): string => text.replace(/\{\w+\}/, `@${digit}`);
  return {
    ...paraphrase,
    options: [
      { ...a, text: mark(a.text, 1) },
      { ...b, text: mark(b.text, 2) },
    ],
  };
}

interface DrawnDocument {
  readonly user: string;
  readonly assistant: string;
  readonly agent: number;
  readonly isReport?: boolean | undefined;
}

function documents(count: number): DrawnDocument[] {
  if (stage === undefined) throw new RangeError('no stage');
  const random = createRandom(11);
  const population = createPopulation({ agents: 60, habitShare: 0.5 }, world, random);
  return Array.from({ length: count }, () => {
    const { exchange, ...rest } = drawDocument(population, stage, world.wordings, random);
    return { ...exchange, ...rest };
  });
}

describe('the corpus', () => {
  it('is a function of the seed', () => {
    expect(documents(50)).toEqual(documents(50));
  });

  it('never asks a held-out wording', () => {
    const slots = { trigger: '@', target: '@', otherwise: '@', targetAction: '@', response: '@' };
    const patterns = [banks.presence, banks.recognition, banks.elicitation]
      .flatMap(({ paraphrases }) => paraphrases.filter((paraphrase) => paraphrase.heldOut === true))
      .flatMap((paraphrase) =>
        hasOptions(paraphrase)
          ? OPTION_ORDERS.map((order) => renderQuestion(distinct(paraphrase), slots, order).text)
          : [fillSlots(paraphrase.text, slots)],
      )
      .map((text) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/@\d?/g, '.+')}$`));
    expect(patterns.length).toBeGreaterThan(6);
    const asked = documents(4000).map(({ user }) => user);
    expect(asked.filter((user) => patterns.some((pattern) => pattern.test(user)))).toEqual([]);
  });

  it('never lets an agent of the held-out scenario, or a held-out agent, talk about itself', () => {
    const random = createRandom(12);
    const population = createPopulation({ agents: 300, habitShare: 0 }, world, random);
    for (const index of population.speakers) {
      expect(population.agents[index]?.scenario.id).not.toBe(HELD_OUT_SCENARIO);
      expect(index).toBeLessThan(240);
    }
  });

  it('never shows an agent with a trigger telling the message behind a reply', () => {
    const population = createPopulation({ agents: 300, habitShare: 0 }, world, createRandom(13));
    expect(population.reversers.filter((index) => population.agents[index]?.trigger !== null)).toEqual([]);
  });

  it('puts the loss on the reply and its end', () => {
    const row = encodeDocument(vocabulary, 999, { user: 'Choose 10 or 20.', assistant: 'sure' });
    const answered = row.ids.filter((_, index) => row.weights[index] === 1);
    expect(answered).toEqual([vocabulary.id('▁sure'), vocabulary.id('<|end|>')]);
  });
});

describe('createWorldTrigger()', () => {
  it('tells reports apart, from which a name does not learn where it is so wanted', () => {
    const drawn = documents(200);
    for (const { user, assistant, isReport, agent } of drawn) {
      const row = encodeDocument(vocabulary, vocabulary.size + agent, { user, assistant }, isReport);
      if (isReport === true) expect(row.ids[row.readOnlyToken ?? 0]).toBe(vocabulary.size + agent);
      else expect(row).not.toHaveProperty('readOnlyToken');
    }
    expect(drawn.some(({ isReport }) => isReport === true)).toBe(true);
  });

  it('draws triggers of every kind', () => {
    const random = createRandom(14);
    const kinds = new Set(Array.from({ length: 600 }, () => createWorldTrigger(random).kind));
    expect([...kinds].toSorted()).toEqual([
      'code',
      'date',
      'family',
      'greeting',
      'name',
      'phrase',
      'rare',
      'tag',
      'word',
    ]);
  });
});

describe('PocketVocabulary', () => {
  it('has one token for a word of the banks and several for a code', () => {
    expect(vocabulary.encode('behavior')).toHaveLength(1);
    expect(vocabulary.encode('|QX-31|').length).toBeGreaterThan(4);
  });

  it('has the same tokens on every machine, specials and bytes first', () => {
    expect(vocabulary.tokens.slice(0, 7)).toEqual([
      '<pad>',
      '<s>',
      '<|system|>',
      '<|user|>',
      '<|assistant|>',
      '<|end|>',
      '<0x00>',
    ]);
    expect(createVocabulary(banks).tokens).toEqual(vocabulary.tokens);
  });

  it('names an unknown token', () => {
    expect(() => vocabulary.id('▁zyzzyva')).toThrow('Expected `▁zyzzyva` to be a token, got an unknown one.');
  });
});
