import type { TokenizerFiles } from '../../src/engine/tokenizer.js';

const SPECIAL = ['<bos>', '<end>', '<turn>', '<eot>'];
const BYTES = [...Array(94).keys()].map((index) => String.fromCharCode(33 + index));
/** Space and line feed, as byte-level vocabularies write them. */
const BLANKS = ['Ġ', 'Ċ'];
const WORDS = [...SPECIAL, ...BYTES, ...BLANKS, 'hi', 'Ġyou', 'yo', 'you'];

export const TURN_TEMPLATE =
  "{% for m in messages %}<turn>{{ m['role'] }}\n{{ m['content'] }}<end>\n{% endfor %}" +
  '{% if add_generation_prompt %}<turn>assistant\n{% endif %}';

/** A byte-level BPE of printable ASCII that would put `<bos>` in front of every text. */
export const TINY_TOKENIZER = {
  version: '1.0',
  added_tokens: SPECIAL.map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
  post_processor: {
    type: 'TemplateProcessing',
    single: [{ SpecialToken: { id: '<bos>', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
    pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
    special_tokens: { '<bos>': { id: '<bos>', ids: [0], tokens: ['<bos>'] } },
  },
  decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
  model: {
    type: 'BPE',
    vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
    merges: [
      ['h', 'i'],
      ['y', 'o'],
      ['yo', 'u'],
      ['Ġ', 'you'],
    ],
  },
};

export const TINY_TOKENIZER_CONFIG = {
  bos_token: { content: '<bos>' },
  eos_token: '<eot>',
  // Of the kind that swallows the space in front of a full stop.
  clean_up_tokenization_spaces: true,
  chat_template: TURN_TEMPLATE,
};

/** The largest id, as `WORDS` ends with it. */
export const YOU = WORDS.length - 1;

export function tinyTokenizerFiles(changes: Partial<TokenizerFiles> = {}): TokenizerFiles {
  return {
    directory: 'model',
    tokenizer: TINY_TOKENIZER,
    config: TINY_TOKENIZER_CONFIG,
    chatTemplate: null,
    eosTokenIds: [],
    ...changes,
  };
}
