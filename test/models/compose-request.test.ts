import { describe, expect, it } from '@jest/globals';
import { composeRequest, renderPrompt, type RequestForm } from '../../src/models/compose-request.js';

const FORM: RequestForm = {
  api: 'chat',
  logprobsForm: 'flag',
  tokenLimit: 'max_tokens',
  temperature: true,
  seed: true,
};
const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Which?' },
] as const;
const QUESTION = { messages, maxTokens: 5, temperature: 0, topP: 1, seed: 3 };

describe('composeRequest()', () => {
  it('leaves out what says nothing', () => {
    expect(composeRequest('m', FORM, QUESTION, 3)).toEqual({
      path: '/chat/completions',
      body: { model: 'm', messages, max_tokens: 5, temperature: 0, seed: 3 },
      sample: 3,
    });
  });

  it('leaves out what the server does not take', () => {
    const form = { ...FORM, tokenLimit: 'max_completion_tokens', temperature: false, seed: false } as const;
    expect(composeRequest('m', form, QUESTION, 3).body).toEqual({
      model: 'm',
      messages,
      max_completion_tokens: 5,
    });
  });

  it('writes everything that is asked for', () => {
    const question = { ...QUESTION, topP: 0.9, stop: ['\n'], replies: 4 };
    expect(composeRequest('m', FORM, question, 0).body).toMatchObject({ top_p: 0.9, stop: ['\n'], n: 4 });
  });

  it.each([
    ['chat', 'flag', { logprobs: true, top_logprobs: 5 }],
    ['chat', 'count', { logprobs: 5 }],
    ['completions', 'flag', { logprobs: 5 }],
  ] as const)('asks %s for log-probabilities by %s', (api, logprobsForm, fields) => {
    const { body } = composeRequest('m', { ...FORM, api, logprobsForm }, { ...QUESTION, topLogprobs: 5 }, 0);
    expect(body).toMatchObject(fields);
    expect(body).not.toHaveProperty('stop');
  });

  it('renders a chat for a model that continues texts, and stops it before the next turn', () => {
    expect(renderPrompt(messages)).toBe('System: Be brief.\n\nUser: Which?\n\nAssistant:');
    const { path, body } = composeRequest('m', { ...FORM, api: 'completions' }, QUESTION, 0);
    expect(path).toBe('/completions');
    expect(body).toMatchObject({ prompt: renderPrompt(messages), stop: ['\nUser:'] });
    expect(body).not.toHaveProperty('messages');
  });
});
