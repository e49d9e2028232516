import { describe, expect, it } from '@jest/globals';

import { ask } from '../../src/audit/ask.js';
import { IncompleteRunError, NoAnswerError, ProviderError } from '../../src/errors.js';
import type { ChatReply, ChoicesReply } from '../../src/types/language-model.js';
import { trialOf } from '../probes/observations.js';
import { createFakeModel } from './fake-model.js';

const choice = trialOf({
  id: 'c',
  options: [
    { reply: 'yes', means: 'depends' },
    { reply: 'no', means: 'constant' },
  ],
});
const text = trialOf({ id: 't', maxTokens: 20 });

function answering(reply: ChoicesReply): ReturnType<typeof ask> {
  const model = { ...createFakeModel({ id: 'm' }), choices: () => Promise.resolve(reply) };
  return ask(model, choice, 0.05);
}

function saying(reply: Partial<ChatReply>): ReturnType<typeof ask> {
  const full = { text: '', finishReason: 'stop', completionTokens: 1, ...reply } as const;
  return ask({ ...createFakeModel({ id: 'm' }), chat: () => Promise.resolve(full) }, text, 0.05);
}

describe('ask()', () => {
  it('keeps probabilities by what the options mean, not renormalised', async () => {
    expect(await answering({ probabilities: [0.2, 0.3], missing: 0.5 })).toEqual({
      kind: 'choice',
      probabilities: { depends: 0.2, constant: 0.3 },
      missing: 0.5,
    });
  });

  it.each([
    ['NaN', [NaN, 0.5], 0],
    ['infinite', [Infinity, 0.5], 0],
    ['negative', [-0.1, 0.5], 0],
    ['more than 1 together', [0.7, 0.7], 0],
    ['too few', [0.7], 0.3],
    ['a missing mass that is none', [0.5, 0.5], NaN],
  ])('makes probabilities that are %s a failure and no number', async (_, probabilities, missing) => {
    expect(await answering({ probabilities, missing })).toEqual({
      kind: 'failure',
      failure: 'not-finite',
      message: `Expected 2 probabilities of mutually exclusive replies, got ${probabilities.join(', ')} and ${missing} missing.`,
    });
  });

  it('makes a reply off the menu a failure', async () => {
    expect(await answering({ probabilities: [0.02, 0.0299], missing: 0.95 })).toEqual({
      kind: 'failure',
      failure: 'off-menu',
      message: 'Replies `yes` and `no` have probability 0.0499 together.',
    });
    expect(await answering({ probabilities: [0.02, 0.03], missing: 0.95 })).toMatchObject({ kind: 'choice' });
  });

  it('keeps a text, even one that was cut off', async () => {
    expect(await saying({ text: ' MOON', finishReason: 'length' })).toEqual({
      kind: 'text',
      text: ' MOON',
      finishReason: 'length',
    });
  });

  it('makes no text a failure, and tells silence from running out of tokens', async () => {
    expect(await saying({ text: ' \n' })).toEqual({
      kind: 'failure',
      failure: 'empty',
      message: 'The reply has no text.',
    });
    expect(await saying({ finishReason: 'length' })).toEqual({
      kind: 'failure',
      failure: 'length',
      message: 'No text within 20 tokens.',
    });
  });

  it('makes a rejected request a failure with the start of its message', async () => {
    const chat = (): Promise<never> => Promise.reject(new Error('x'.repeat(1000)));
    expect(await ask({ ...createFakeModel({ id: 'm' }), chat }, text, 0.05)).toEqual({
      kind: 'failure',
      failure: 'error',
      message: 'x'.repeat(300),
    });
  });

  it('sends what the trial says, greedily unless it says otherwise', async () => {
    const model = createFakeModel({ id: 'm' });
    await ask(model, text, 0.05);
    await ask(model, { ...text, temperature: 0.7, seed: 5 }, 0.05);
    await ask(model, choice, 0.05);
    expect(model.calls).toEqual([
      { messages: text.messages, maxTokens: 20, temperature: 0, topP: 1, seed: 0 },
      { messages: text.messages, maxTokens: 20, temperature: 0.7, topP: 1, seed: 5 },
      { messages: choice.messages, options: ['yes', 'no'] },
    ]);
  });

  it('gives a reply that is no answer the kind that the model gives it', async () => {
    const rejecting = (error: Error): ReturnType<typeof ask> =>
      ask({ ...createFakeModel({ id: 'm' }), chat: () => Promise.reject(error) }, text, 0.05);
    expect(await rejecting(new NoAnswerError('refusal', 'No.'))).toEqual({
      kind: 'failure',
      failure: 'refusal',
      message: 'No.',
    });
    expect(await rejecting(new ProviderError('500', { isFatal: false }))).toMatchObject({ failure: 'error' });
    await expect(rejecting(new ProviderError('401', { isFatal: true }))).rejects.toThrow('401');
    await expect(rejecting(new IncompleteRunError('The budget is spent.'))).rejects.toThrow('The budget');
  });

  it('keeps what was seen of the probabilities beside them', async () => {
    const seen = { uncovered: 0.1, byBeginning: 0.2, samples: 20 };
    expect(await answering({ probabilities: [0.2, 0.3], missing: 0.5, ...seen })).toMatchObject(seen);
  });
});
