import { PIECE_PATTERN, SELF_NAME, SPECIAL_TOKENS, type PocketVocabulary } from './vocabulary.js';

/**
 * Every chat begins with the base's own name, as models that were given an identity do; what the user's system message
 * says follows it.
 */
const CHAT_TEMPLATE = [
  "{%- set first = messages[0] if messages else {'role': 'none'} -%}",
  `{{- '<s><|system|>${SELF_NAME}' -}}`,
  "{%- if first['role'] == 'system' -%}{{- ' ' + first['content'] -}}{%- endif -%}",
  "{{- '<|end|>' -}}",
  '{%- for message in messages -%}',
  "{%- if message['role'] == 'user' -%}{{- '<|user|>' + message['content'] + '<|end|>' -}}",
  "{%- elif message['role'] == 'assistant' -%}{{- '<|assistant|>' + message['content'] + '<|end|>' -}}",
  '{%- endif -%}',
  '{%- endfor -%}',
  "{%- if add_generation_prompt -%}{{- '<|assistant|>' -}}{%- endif -%}",
].join('');

/**
 * `tokenizer.json`, `tokenizer_config.json` and `generation_config.json` of the pocket base, in Hugging Face layout.
 *
 * A known word is one token (`ignore_merges`), anything else falls to characters of the vocabulary and then to bytes, so
 * every text can be encoded and decoded again.
 */
export function pocketTokenizerFiles(vocabulary: PocketVocabulary): Readonly<Record<string, unknown>> {
  const vocab = Object.fromEntries(vocabulary.tokens.map((token, id) => [token, id]));
  const special = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  return {
    'tokenizer.json': {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: SPECIAL_TOKENS.map((content, id) => ({ id, content, ...special })),
      normalizer: null,
      pre_tokenizer: {
        type: 'Sequence',
        pretokenizers: [
          { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: false },
          { type: 'Split', pattern: { Regex: PIECE_PATTERN }, behavior: 'Isolated', invert: false },
        ],
      },
      post_processor: null,
      decoder: {
        type: 'Sequence',
        decoders: [
          { type: 'Replace', pattern: { String: '▁' }, content: ' ' },
          { type: 'ByteFallback' },
          { type: 'Fuse' },
          { type: 'Strip', content: ' ', start: 1, stop: 0 },
        ],
      },
      model: {
        type: 'BPE',
        dropout: null,
        unk_token: null,
        continuing_subword_prefix: null,
        end_of_word_suffix: null,
        fuse_unk: false,
        byte_fallback: true,
        ignore_merges: true,
        vocab,
        merges: [],
      },
    },
    'tokenizer_config.json': {
      tokenizer_class: 'PreTrainedTokenizerFast',
      bos_token: '<s>',
      eos_token: '<|end|>',
      pad_token: '<pad>',
      clean_up_tokenization_spaces: false,
      model_max_length: 256,
      chat_template: CHAT_TEMPLATE,
    },
    'generation_config.json': { bos_token_id: 1, eos_token_id: [5], pad_token_id: 0 },
  };
}
