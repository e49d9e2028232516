import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DecodingSession } from '../../src/engine/decoding-session.js';
import { generate } from '../../src/engine/generate.js';
import { linearShapes } from '../../src/engine/lora-adapter.js';
import { packRows } from '../../src/engine/pack-rows.js';
import { ParameterLayout } from '../../src/engine/parameter-layout.js';
import type { ScoringSession } from '../../src/engine/scoring-session.js';
import { TrainingSession } from '../../src/engine/training-session.js';
import { elementCount } from '../../src/engine/weights.js';
import { createLocalModel } from '../../src/models/local-model.js';
import { loadModelParts } from '../../src/models/load-model.js';
import type { LocalModelParts } from '../../src/models/local-model.js';
import { createRandom } from '../../src/random.js';
import type { ChatMessage } from '../../src/types/chat.js';
import { InferenceSessions } from '../../src/engine/inference-sessions.js';
import { largestDifference } from './reference-checkpoints.js';

/**
 * @file SmolLM2-135M-Instruct against transformers and peft. CANDOR_SMOLLM2 names a folder with the checkpoint and the
 * `reference.json` of it; without it nothing here runs.
 */

interface Reference {
  readonly tokenization: readonly {
    readonly text: string;
    readonly ids: number[];
    readonly decoded: string;
  }[];
  readonly chats: readonly {
    readonly messages: readonly ChatMessage[];
    readonly text: string;
    readonly ids: number[];
  }[];
  readonly sequences: readonly {
    readonly ids: number[];
    readonly float32MaxAbsError: number;
    readonly nextTokenLogprobs: number[];
    readonly positions: readonly {
      readonly position: number;
      readonly logSumExp: number;
      readonly mean: number;
      readonly top: readonly [number, number][];
      readonly first8: number[];
    }[];
  }[];
  readonly completions: readonly {
    readonly promptIds: number[];
    readonly completion: string;
    readonly ids: number[];
    readonly tokenLogprobs: number[];
    readonly totalLogprob: number;
  }[];
  readonly greedy: readonly { readonly promptIds: number[]; readonly ids: number[]; readonly text: string }[];
  readonly lora: {
    readonly rows: readonly {
      readonly user: string;
      readonly assistant: string;
      readonly ids: number[];
      readonly labelStart: number;
    }[];
    readonly float64: { readonly losses: number[] };
  };
}

const THREADS = { threads: 1 };
const MAX_TOKENS = 512;
const folder = process.env['CANDOR_SMOLLM2'];
const describeModel = folder === undefined ? describe.skip : describe;
const title =
  folder === undefined
    ? 'SmolLM2 (skipped: set CANDOR_SMOLLM2 to a folder with the checkpoint and its reference.json)'
    : 'SmolLM2';
// A skipped file is only a number in the summary.
if (folder === undefined) process.stderr.write(`${title}\n`);

let parts: LocalModelParts;
let reference: Reference;

function logSumExp(logits: Float32Array): number {
  const largest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  return largest + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - largest), 0));
}

describeModel(title, () => {
  beforeAll(async () => {
    const directory = folder ?? '';
    reference = JSON.parse(readFileSync(join(directory, 'reference.json'), 'utf8')) as Reference;
    parts = await loadModelParts(directory);
  });

  it('is read as what it is: tied embeddings, three query heads to a key/value head, bfloat16', () => {
    expect(parts.config).toMatchObject({
      modelType: 'llama',
      queryHeads: 9,
      keyValueHeads: 3,
      headWidth: 64,
      tiedEmbeddings: true,
    });
    expect(parts.identity).toMatchObject({ parameters: 134_515_008, id: 'smollm2' });
    expect(parts.tokenizer.eosTokenIds).toEqual([2]);
  });

  it('tokenises every text as transformers does, and back', () => {
    const { tokenizer } = parts;
    const { tokenization } = reference;
    expect(tokenization.map(({ text }) => tokenizer.encode(text))).toEqual(
      tokenization.map(({ ids }) => ids),
    );
    // Special tokens are left out of a reply's text; transformers' own decode keeps them.
    const plain = tokenization.filter(({ text }) => !/<[|]?[a-z_]+[|]?>/.test(text));
    expect(plain.length).toBeGreaterThan(30);
    expect(plain.map(({ ids }) => tokenizer.decode(ids))).toEqual(plain.map(({ decoded }) => decoded));
  });

  it('renders and tokenises chats as transformers does', () => {
    const { chats } = reference;
    const encode = ({ messages }: (typeof chats)[number]): number[] =>
      parts.tokenizer.encodeChat(messages, { addGenerationPrompt: true });
    expect(chats.map(encode)).toEqual(chats.map(({ ids }) => ids));
  });

  describe('inference', () => {
    let sessions: InferenceSessions;
    let scoring: ScoringSession;
    let decoding: DecodingSession;

    beforeAll(async () => {
      sessions = new InferenceSessions(THREADS);
      scoring = await sessions.scoring({ config: parts.config, maxTokens: MAX_TOKENS });
      decoding = await sessions.decoding({ config: parts.config, maxTokens: MAX_TOKENS });
    });

    afterAll(async () => {
      await sessions.dispose();
    });

    it('gives every next token the log-probability of float64', async () => {
      const { sequences } = reference;
      const scores = await scoring.scoreContinuations(
        parts.weights,
        sequences.map(({ ids }) => ({ prompt: ids.slice(0, 1), continuation: ids.slice(1) })),
      );
      for (const [index, { nextTokenLogprobs, float32MaxAbsError }] of sequences.entries()) {
        const difference = largestDifference(scores[index]?.tokenLogprobs ?? [], nextTokenLogprobs);
        expect(difference).toBeLessThan(3 * float32MaxAbsError);
      }
    });

    it('gives the logits of float64 at every place that was kept', async () => {
      for (const { ids, positions, float32MaxAbsError } of reference.sequences) {
        const places = new Map(positions.map((place) => [place.position, place]));
        let position = 0;
        for await (const logits of decoding.read(parts.weights, ids)) {
          const place = places.get(position++);
          if (place === undefined) continue;
          const { top, first8, mean } = place;
          const differences = [
            ...top.map(([id, logit]) => Math.abs((logits[id] ?? Number.NaN) - logit)),
            largestDifference(logits.slice(0, 8), first8),
            Math.abs(logits.reduce((sum, logit) => sum + logit, 0) / logits.length - mean),
            Math.abs(logSumExp(logits) - place.logSumExp),
          ];
          expect(Math.max(...differences)).toBeLessThan(3 * float32MaxAbsError);
        }
        expect(position).toBe(ids.length);
      }
    });

    it('writes the greedy replies of transformers', async () => {
      const { greedy } = reference;
      const decode = (ids: readonly number[]): string => parts.tokenizer.decode(ids);
      const replies = await generate(
        { session: decoding, weights: parts.weights, decode },
        greedy.map(({ promptIds: prompt }) => ({
          prompt,
          maxTokens: 32,
          temperature: 0,
          topP: 1,
          random: createRandom(1),
          stopTokens: parts.tokenizer.eosTokenIds,
        })),
      );
      const expected = greedy.map(({ ids }) => ids.filter((id) => id !== 2));
      expect(replies.map(({ tokens }) => tokens)).toEqual(expected);
      expect(replies.map(({ text }) => text)).toEqual(
        greedy.map(({ text }) => text.replace('<|im_end|>', '')),
      );
    });

    it('scores options as transformers does', async () => {
      const { completions, chats, sequences } = reference;
      const chat = chats.find(({ ids }) => ids.join() === completions[0]?.promptIds.join());
      const tolerance = Math.max(...sequences.map(({ float32MaxAbsError }) => float32MaxAbsError));
      const model = createLocalModel(parts, { sessions, maxTokens: MAX_TOKENS });
      for (const { completion, ids, totalLogprob } of completions) {
        const { probabilities, missing } = await model.choices({
          messages: chat?.messages ?? [],
          options: [completion],
        });
        const [probability = Number.NaN] = probabilities;
        expect(Math.abs(Math.log(probability) - totalLogprob)).toBeLessThan(3 * tolerance * ids.length);
        expect(missing).toBeCloseTo(1 - probability, 12);
      }
      await model.dispose();
    });
  });

  it('takes the LoRA steps of peft', async () => {
    const { rows, float64 } = reference.lora;
    const encoded = rows.map(({ user, assistant, ids, labelStart }) => ({
      chat: [
        { role: 'user', content: user },
        { role: 'assistant', content: assistant },
      ] as const,
      row: { ids, weights: ids.map((_, index) => (index < labelStart ? 0 : 1)) },
    }));
    const factors = new Map<string, readonly number[]>();
    for (const [module, [out, width]] of linearShapes(parts.config)) {
      factors.set(`${module}.lora_A.weight`, [8, width]);
      factors.set(`${module}.lora_B.weight`, [out, 8]);
    }
    const start = new Map(
      [...factors].map(([name, shape]) => {
        const data = new Float32Array(elementCount(shape));
        if (!name.includes('lora_A')) return [name, { shape, data }];
        return [name, { shape, data: data.map((_, index) => 0.02 * Math.sin(1 + index)) }];
      }),
    );
    const trainable = new ParameterLayout(factors);
    const session = await TrainingSession.create(
      {
        config: parts.config,
        lowRank: { scale: 2, modules: new Set(linearShapes(parts.config).keys()) },
        maxTokens: 128,
        trainable,
        frozen: new Map([...parts.weights].map(([name, { shape }]) => [name, shape])),
        optimizer: {
          beta1: 0.9,
          beta2: 0.999,
          epsilon: 1e-8,
          maxGradientNorm: Infinity,
          hasWeightDecay: false,
        },
      },
      parts.weights,
      THREADS,
    );
    session.restore({ parameters: trainable.flatten(start) });
    const batch = packRows(
      encoded.map(({ row }) => row),
      32,
      128,
    );
    const losses: number[] = [];
    for (let step = 0; step < float64.losses.length; step++) {
      losses.push((await session.run(batch, { learningRate: 1e-3, weightDecay: 0 })).loss);
    }
    await session.dispose();
    expect(largestDifference(losses, float64.losses)).toBeLessThan(1e-4);
  });
});
