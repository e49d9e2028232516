import { describe, expect, it } from '@jest/globals';
import { parseLogprobs } from '../../src/models/parse-logprobs.js';

describe('parseLogprobs()', () => {
  const list = [
    { text: 'yes', logprob: -0.5 },
    { text: ' no', logprob: -1 },
  ];

  it('reads the form of chat completions', () => {
    const top = [
      { token: 'yes', logprob: -0.5, bytes: [1] },
      { token: ' no', logprob: -1 },
    ];
    const content = [{ token: 'zebra', logprob: -9, top_logprobs: top }, { token: 'later' }];
    expect(parseLogprobs({ logprobs: { content } })).toEqual(list);
  });

  it('reads the form of completions, which some servers use for chat', () => {
    expect(parseLogprobs({ logprobs: { top_logprobs: [{ yes: -0.5, ' no': -1 }] } })).toEqual(list);
    const entries = [
      [
        { token: 'yes', logprob: -0.5 },
        { token: ' no', logprob: -1 },
      ],
    ];
    expect(parseLogprobs({ logprobs: { top_logprobs: entries } })).toEqual(list);
  });

  it('takes the bytes where the text is broken or missing', () => {
    const top = [
      { token: '\uFFFD', logprob: -1, bytes: [0xc3, 0xa4] },
      { token: '', logprob: -2, bytes: [0x41] },
      { token: '\uFFFD', logprob: -3, bytes: [0xc3] },
    ];
    const texts = parseLogprobs({ logprobs: { content: [{ top_logprobs: top }] } }).map(({ text }) => text);
    expect(texts).toEqual(['ä', 'A', '\uFFFD']);
  });

  it('keeps what is no number, for whoever adds it up to refuse', () => {
    const content = [{ top_logprobs: [{ token: 'yes', logprob: null }] }];
    expect(parseLogprobs({ logprobs: { content } })).toEqual([{ text: 'yes', logprob: null }]);
  });

  it.each([
    ['null', { logprobs: null }],
    ['missing', {}],
    ['an empty list', { logprobs: { content: [] } }],
    [
      'a list without alternatives',
      { logprobs: { content: [{ token: 'yes', logprob: -1, top_logprobs: [] }] } },
    ],
    ['null for the first place', { logprobs: { top_logprobs: [null] } }],
  ])('finds none in %s', (_, choice) => {
    expect(parseLogprobs(choice)).toEqual([]);
  });
});
