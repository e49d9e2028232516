import { beforeEach, describe, expect, it } from '@jest/globals';
import { ask } from '../../src/audit/ask.js';
import { openEndpointModel } from '../../src/models/open-endpoint-model.js';
import type { EndpointOptions } from '../../src/models/endpoint-options.js';
import { createEndpointModel } from '../../src/models/endpoint-model.js';
import type { EndpointProfile } from '../../src/types/endpoint.js';
import type { LanguageModel } from '../../src/types/language-model.js';
import type { Outcome } from '../../src/types/observation.js';
import { trialOf } from '../probes/observations.js';
import { startFaultServer, type Fault, type FaultServer } from './fault-server.js';

const CHOICE = trialOf({
  id: 'c',
  options: [
    { reply: 'yes', means: 'depends' },
    { reply: 'no', means: 'constant' },
  ],
});
const TEXT = trialOf({ id: 't', maxTokens: 20, temperature: 1, seed: 5 });
let server: FaultServer;

beforeEach(async () => {
  server = await startFaultServer();
});

/** Opened while all was well; then the fault is switched on. */
async function open(fault: Fault | null, options: EndpointOptions = {}): Promise<LanguageModel> {
  const model = await openEndpointModel('openai:m', { baseUrl: server.baseUrl, ...options });
  server.fault = () => fault;
  server.bodies.splice(0);
  return model;
}

async function choose(fault: Fault | null): Promise<Outcome> {
  return ask(await open(fault), CHOICE, 0.05);
}

describe('createEndpointModel()', () => {
  it('takes probabilities from the first token alone', async () => {
    const outcome = await choose(null);
    expect(outcome).toMatchObject({
      kind: 'choice',
      probabilities: {
        depends: expect.closeTo(0.6, 9),
        constant: expect.closeTo(0.3, 9),
      },
      missing: expect.closeTo(0.1, 9),
      uncovered: expect.closeTo(0.05, 9),
    });
    expect(server.bodies[0]).toEqual({
      model: 'm',
      messages: CHOICE.messages,
      max_tokens: 1,
      temperature: 1,
      logprobs: true,
      top_logprobs: 20,
    });
  });

  it.each<[Fault, string]>([
    ['null-logprobs', 'not-finite'],
    ['empty-top-logprobs', 'not-finite'],
    ['nan-logprob', 'not-finite'],
    ['all-zero-logprobs', 'not-finite'],
    ['logprobs-over-one', 'not-finite'],
    ['refusal-field', 'refusal'],
    ['content-filter', 'content-filter'],
    ['no-choices', 'error'],
    ['http-400', 'error'],
  ])('makes %s a failure and no probability', async (fault, failure) => {
    expect(await choose(fault)).toMatchObject({ kind: 'failure', failure });
  });

  it.each<Fault>(['sentinel-logprobs', 'bytes-alone', 'duplicate-tokens', 'usage-missing'])(
    'reads through %s',
    async (fault) => {
      expect(await choose(fault)).toMatchObject({ kind: 'choice' });
    },
  );

  it.each<[Fault, string]>([
    ['empty-content', 'empty'],
    ['length-without-content', 'length'],
    ['unclosed-thinking', 'unfinished-thinking'],
    ['refusal-field', 'refusal'],
    ['content-filter', 'content-filter'],
  ])('makes a text with %s a failure of its kind', async (fault, failure) => {
    expect(await ask(await open(fault), TEXT, 0.05)).toMatchObject({ kind: 'failure', failure });
  });

  it('sends a text request as the trial has it', async () => {
    expect(await ask(await open(null), TEXT, 0.05)).toEqual({
      kind: 'text',
      text: 'yes',
      finishReason: 'stop',
    });
    expect(server.bodies[0]).toEqual({
      model: 'm',
      messages: TEXT.messages,
      max_tokens: 20,
      temperature: 1,
      seed: 5,
    });
  });

  it('stops the run where no other request would be answered', async () => {
    await expect(choose('key-refused')).rejects.toMatchObject({ name: 'ProviderError', isFatal: true });
  });

  it('has no choices without log-probabilities, unless they are to be drawn', async () => {
    server.fault = () => 'logprobs-refused';
    const stopping = await open('logprobs-refused');
    expect(stopping.capabilities).toMatchObject({ choices: false, choicesBySampling: true });
    const drawing = await open('logprobs-refused', { withoutLogprobs: 'sample', samples: 10 });
    expect(drawing.capabilities.choices).toBe(true);
    expect(drawing.identity.endpoint).toMatchObject({ estimator: 'samples', samples: 10 });
    expect(await ask(drawing, CHOICE, 0.05)).toEqual({
      kind: 'choice',
      probabilities: { depends: 1, constant: 0 },
      missing: 0,
      samples: 10,
    });
    expect(server.bodies.map((body) => body['n'])).toEqual([10]);
  });

  it('is told apart from the same name elsewhere', async () => {
    const { id } = (await open(null)).identity;
    expect(id).toBe(`m@${new URL(server.baseUrl).host}`);
  });
});

const PROFILE: EndpointProfile = {
  api: 'chat',
  topLogprobs: 0,
  logprobsForm: 'flag',
  tokenLimit: 'max_tokens',
  temperature: true,
  systemRole: true,
  seed: true,
  repeats: true,
  stop: true,
  severalReplies: false,
  thinks: false,
  servedModel: null,
  fingerprint: null,
  shutdownDate: null,
};

describe('drawn replies', () => {
  const OPTIONS = { messages: CHOICE.messages, options: ['A', 'B'] };

  function drawing(texts: readonly (string | null)[], profile: Partial<EndpointProfile> = {}) {
    const sent: Readonly<Record<string, unknown>>[] = [];
    const model = createEndpointModel({
      name: 'm',
      baseUrl: 'http://h/v1',
      profile: { ...PROFILE, ...profile },
      requests: {
        ask: (request, read) => {
          const content = texts[sent.push({ ...request.body, sample: request.sample }) - 1];
          return Promise.resolve().then(() =>
            read({ choices: [{ message: { content }, finish_reason: 'stop' }] }),
          );
        },
      },
      withoutLogprobs: 'sample',
      samples: texts.length,
    });
    return { model, sent };
  }

  it('are counted by the option that they are, others are missing', async () => {
    const texts = [
      'A',
      ' a)',
      'A. My behavior',
      'A certain word',
      'B',
      null,
      'Neither',
      '**B**: so',
      '(A)',
      'I am',
    ];
    const { model, sent } = drawing(texts);
    expect(await model.choices(OPTIONS)).toEqual({ probabilities: [0.4, 0.2], missing: 0.4, samples: 10 });
    expect(sent.map(({ seed, sample }) => [seed, sample])).toEqual(texts.map((_, index) => [index, index]));
  });

  it('are a failure of their kind if none is an answer', async () => {
    await expect(drawing([null, null]).model.choices(OPTIONS)).rejects.toMatchObject({ failure: 'empty' });
    expect((await drawing(['Well', 'Hm']).model.choices(OPTIONS)).probabilities).toEqual([0, 0]);
  });

  it('are what a model that thinks is asked for, with room to think', async () => {
    const { model, sent } = drawing(['<think>B?</think>A'], { topLogprobs: 20, thinks: true });
    expect((await model.choices(OPTIONS)).probabilities).toEqual([1, 0]);
    expect(sent[0]).toMatchObject({ max_tokens: 4112 });
  });
});
