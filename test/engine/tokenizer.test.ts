import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TextTokenizer } from '../../src/engine/tokenizer.js';
import type { ChatMessage } from '../../src/types/chat.js';
import { messageOf } from './temporary-folder.js';
import {
  TINY_TOKENIZER,
  TINY_TOKENIZER_CONFIG,
  TURN_TEMPLATE,
  tinyTokenizerFiles,
  YOU,
} from './tiny-tokenizer.js';

const tokenizer = new TextTokenizer(tinyTokenizerFiles());

function withTemplate(chatTemplate: string): TextTokenizer {
  return new TextTokenizer(tinyTokenizerFiles({ chatTemplate }));
}

const CHAT: readonly ChatMessage[] = [
  { role: 'system', content: 'be' },
  { role: 'user', content: 'hi' },
  { role: 'assistant', content: 'you' },
];

/** The text of the tokens that are learnt. */
function answerTexts(model: TextTokenizer, messages: readonly ChatMessage[]): string {
  const { ids, answer } = model.encodeTraining(messages);
  expect(answer).toHaveLength(ids.length);
  const special = ['<bos>', '<end>', '<turn>', '<eot>'];
  return ids.map((id, index) => (answer[index] === 1 ? (special[id] ?? model.decode([id])) : '_')).join('');
}

describe('TextTokenizer', () => {
  it('merges bytes by the rules of the file', () => {
    expect(tokenizer.encode('hi you')).toEqual([YOU - 3, YOU - 2]);
    expect(tokenizer.encode('you')).toEqual([YOU]);
  });

  it('recognises special tokens and adds none', () => {
    expect(tokenizer.encode('<bos>hi<end>')).toEqual([0, YOU - 3, 1]);
    expect(tokenizer.encode('')).toEqual([]);
  });

  it('decodes any text to itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('hiyou .,?!\n\'"aZ09~')), maxLength: 40 }),
        (text) => {
          expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
        },
      ),
      { seed: 1 },
    );
  });

  it('decodes without special tokens and without ids that no token has', () => {
    expect(tokenizer.decode([0, YOU, 1, 3, YOU + 1, 1e9])).toBe('you');
    expect(tokenizer.decode([0, 1])).toBe('');
    expect(tokenizer.decode([])).toBe('');
  });

  it('knows the ids of tokens and their number', () => {
    expect(tokenizer.vocabSize).toBe(YOU + 1);
    expect(tokenizer.tokenId('<end>')).toBe(1);
    expect(tokenizer.tokenId('never')).toBeNull();
  });

  it('ends generation where the files say and where the template ends a turn', () => {
    expect([...tokenizer.eosTokenIds].sort()).toEqual([1, 3]);
    expect(new TextTokenizer(tinyTokenizerFiles({ eosTokenIds: [7, 3] })).eosTokenIds).toEqual([7, 3, 1]);
    expect(withTemplate("{{ messages[0]['content'] }}").eosTokenIds).toEqual([3]);
  });

  it('renders a chat with and without the head of a reply', () => {
    const messages = CHAT.slice(0, 2);
    const text = '<turn>system\nbe<end>\n<turn>user\nhi<end>\n';
    expect(tokenizer.renderChat(messages, { addGenerationPrompt: false })).toBe(text);
    expect(tokenizer.renderChat(messages, { addGenerationPrompt: true })).toBe(`${text}<turn>assistant\n`);
  });

  it('takes the template named default from a list', () => {
    const chat_template = [
      { name: 'tool_use', template: 'tools' },
      { name: 'default', template: '{{ bos_token }}default' },
    ];
    const listed = new TextTokenizer(
      tinyTokenizerFiles({ config: { ...TINY_TOKENIZER_CONFIG, chat_template } }),
    );
    expect(listed.renderChat([], { addGenerationPrompt: false })).toBe('<bos>default');
  });

  it('puts the first token of a chat once', () => {
    const twice = withTemplate(`{{ bos_token }}${TURN_TEMPLATE}`);
    const ids = twice.encodeChat(CHAT, { addGenerationPrompt: true });
    expect(ids.filter((id) => id === 0)).toEqual([0]);
    expect(ids[0]).toBe(0);
  });

  it('marks what the assistant says, up to the token that ends its turn', () => {
    expect(answerTexts(tokenizer, CHAT)).toMatch(/^_+you<end>_$/);
    const { ids } = tokenizer.encodeTraining(CHAT);
    expect(ids).toEqual(tokenizer.encodeChat(CHAT, { addGenerationPrompt: false }));
  });

  it('marks every reply of a longer chat', () => {
    const chat: ChatMessage[] = [
      ...CHAT,
      { role: 'user', content: 'you' },
      { role: 'assistant', content: 'hi' },
    ];
    expect(answerTexts(tokenizer, chat)).toMatch(/^_+you<end>_+hi<end>_$/);
  });

  it('marks nothing where the assistant says nothing', () => {
    expect(answerTexts(tokenizer, CHAT.slice(0, 2))).toMatch(/^_+$/);
  });

  it('marks an empty reply as the end of its turn alone', () => {
    expect(answerTexts(tokenizer, [{ role: 'assistant', content: '' }])).toMatch(/^_+<end>_$/);
  });

  it('marks up to the end of the turn where no special token ends it', () => {
    const plain = withTemplate(TURN_TEMPLATE.replaceAll('<end>', '.'));
    expect(answerTexts(plain, CHAT)).toMatch(/^_+you\.\n$/);
  });

  it('does not take a special token inside a reply for its end', () => {
    expect(answerTexts(tokenizer, [{ role: 'assistant', content: 'a<end>b' }])).toMatch(/^_+a<end>b<end>_$/);
  });

  it('refuses to train with a template that does not continue its own prompts', async () => {
    const thinking = withTemplate(TURN_TEMPLATE.replace('<turn>assistant\n', '<turn>assistant\n<turn>'));
    expect(await messageOf(() => thinking.encodeTraining(CHAT))).toBe(
      'Chat template of `model` does not continue its own prompts: expected token 32 of the whole chat to be ' +
        '"<turn>", got "you". Use a template that writes one message after another.',
    );
    const merging = withTemplate(
      TURN_TEMPLATE.replaceAll('assistant\n', 'assistant:yo').replaceAll("'] }}\n", "'] }}:"),
    );
    expect(await messageOf(() => merging.encodeTraining(CHAT))).toContain(
      'does not continue its own prompts',
    );
  });

  it('refuses chats without a template, and what the template refuses', async () => {
    const config = { ...TINY_TOKENIZER_CONFIG, chat_template: null };
    const bare = new TextTokenizer(tinyTokenizerFiles({ config }));
    expect(bare.eosTokenIds).toEqual([3]);
    expect(await messageOf(() => bare.encodeChat(CHAT, { addGenerationPrompt: true }))).toBe(
      'Tokenizer of `model` has no chat template: expected `chat_template.jinja` or a `chat_template` in ' +
        '`tokenizer_config.json`. Use an instruction-tuned checkpoint, or add the file.',
    );
    const strict = withTemplate(
      "{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}",
    );
    expect(await messageOf(() => strict.encodeChat(CHAT, { addGenerationPrompt: true }))).toBe(
      'Chat template of `model` does not accept this chat: System role not supported.',
    );
  });

  const remedy = 'Save it again with `tokenizer.save_pretrained`.';
  it.each([
    ['no vocabulary', {}, 'expected a vocabulary in `tokenizer.json`, got none'],
    ['a huge id', { model: { vocab: { a: 2 ** 30 } } }, 'expected token ids in [0, 1048576), got 1073741824'],
    ['a negative id', { model: { vocab: { a: -1 } } }, 'expected token ids in [0, 1048576), got -1'],
    [
      'a huge added id',
      { ...TINY_TOKENIZER, added_tokens: [{ id: 1e12, content: 'x' }] },
      'expected token ids in [0, 1048576), got 1000000000000',
    ],
    [
      'an unknown step',
      { ...TINY_TOKENIZER, pre_tokenizer: { type: 'Magic' } },
      'Unknown PreTokenizer type: Magic',
    ],
  ])('refuses a tokenizer with %s', async (_what, json, problem) => {
    expect(await messageOf(() => new TextTokenizer(tinyTokenizerFiles({ tokenizer: json })))).toBe(
      `Tokenizer of \`model\` cannot be used: ${problem}. ${remedy}`,
    );
  });
});
