import { describe, expect, it } from '@jest/globals';
import type { NoAnswerError } from '../../src/errors.js';
import { parseChoices, parseHead, parseReply } from '../../src/models/parse-completion.js';
import { messageOf } from '../engine/temporary-folder.js';

function reading(choice: Readonly<Record<string, unknown>>, body: unknown = {}): string {
  try {
    return parseReply(choice, body).text;
  } catch (error) {
    return (error as NoAnswerError).failure;
  }
}

function saying(content: unknown, finish = 'stop', more: object = {}): Readonly<Record<string, unknown>> {
  return { message: { role: 'assistant', content, ...more }, finish_reason: finish };
}

describe('parseReply()', () => {
  it('reads a text, a text in parts, and the text of a completion', () => {
    expect(reading(saying('yes'))).toBe('yes');
    const parts = [
      { type: 'text', text: 'y' },
      { type: 'text', text: 'es' },
    ];
    expect(reading(saying(parts))).toBe('yes');
    expect(reading({ text: ' yes', finish_reason: 'stop' })).toBe(' yes');
  });

  it('says whether it was cut off, and how long it is', () => {
    const body = { usage: { completion_tokens: 7 } };
    expect(parseReply(saying('a long', 'length'), body)).toEqual({
      text: 'a long',
      finishReason: 'length',
      completionTokens: 7,
    });
    expect(parseReply(saying('done', 'eos'), body).finishReason).toBe('stop');
  });

  it.each([
    ['a refusal beside null', saying(null, 'stop', { refusal: 'No.' }), 'refusal'],
    ['a refusal among parts', saying([{ type: 'refusal', refusal: 'No.' }]), 'refusal'],
    ['a filtered reply', saying('par', 'content_filter'), 'content-filter'],
    ['an empty text', saying(' \n'), 'empty'],
    ['null', saying(null), 'empty'],
    ['an empty text at the limit', saying('', 'length'), 'length'],
    ['thinking that was not closed', saying('<think>A or B', 'length'), 'unfinished-thinking'],
    ['thinking that ended without a reply', saying('<think>A</think>\n'), 'unfinished-thinking'],
    [
      'thinking in a field of its own',
      saying('', 'length', { reasoning_content: 'A?' }),
      'unfinished-thinking',
    ],
    ['two thoughts, the second open', saying('<think>A</think><think>B'), 'unfinished-thinking'],
  ])('makes %s a failure of its kind', (_, choice, failure) => {
    expect(reading(choice)).toBe(failure);
  });

  it('knows hidden thinking by its tokens', () => {
    const body = { usage: { completion_tokens_details: { reasoning_tokens: 16 } } };
    expect(reading(saying('', 'length'), body)).toBe('unfinished-thinking');
  });

  it('takes off the thinking, also where the template has opened it', () => {
    expect(reading(saying('<think>Surely A.</think>\n\nB'))).toBe('\n\nB');
    expect(reading(saying('Surely A.</think>B'))).toBe('B');
    expect(reading(saying('[THINK]A[/THINK]B'))).toBe('B');
  });

  it('replaces lone surrogates, which no file could hold', () => {
    expect(reading(saying('a\uD800b😀'))).toBe('a\uFFFDb😀');
  });
});

describe('parseChoices()', () => {
  it('names what came instead of a completion', async () => {
    expect(await messageOf(() => parseChoices({ id: 1, object: 'list' }))).toBe(
      "The server's response is no completion: expected a list `choices`, got fields id, object. Check the base URL and `--api`.",
    );
    expect(await messageOf(() => parseChoices('<html>'))).toMatch(/got string\./);
    expect(await messageOf(() => parseChoices({ choices: [] }))).toMatch(/got fields choices\./);
  });
});

describe('parseHead()', () => {
  it('reads what is there and nothing else', () => {
    expect(parseHead({ model: 'm', system_fingerprint: 'f', usage: { prompt_tokens: 3 } })).toEqual({
      model: 'm',
      fingerprint: 'f',
      promptTokens: 3,
      completionTokens: null,
    });
    expect(parseHead(null).model).toBeNull();
  });
});
