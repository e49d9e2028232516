import { join } from 'node:path';
import type { LlamaConfig } from '../../src/engine/llama-config.js';
import { TextTokenizer } from '../../src/engine/tokenizer.js';
import { initialWeights } from '../../src/engine/training-session.js';
import { weightShapes } from '../../src/engine/weight-shapes.js';
import type { Weights } from '../../src/engine/weights.js';
import { writeCheckpoint } from '../../src/engine/write-checkpoint.js';
import type { BaseModel } from '../../src/trainers/fine-tune.js';
import { loadBase, type StoredBase } from '../../src/trainers/load-base.js';

const SPECIAL = ['<|pad|>', '<|end|>', '<|system|>', '<|user|>', '<|assistant|>'];
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

const CHAT_TEMPLATE =
  '{% for message in messages %}<|{{ message.role }}|>{{ message.content }}<|end|>{% endfor %}' +
  '{% if add_generation_prompt %}<|assistant|>{% endif %}';

export const TINY_BASE_CONFIG: LlamaConfig = {
  modelType: 'llama',
  vocabSize: SPECIAL.length + PRINTABLE.length,
  width: 16,
  layers: 2,
  queryHeads: 4,
  keyValueHeads: 2,
  headWidth: 4,
  feedForward: 24,
  ropeTheta: 10_000,
  ropeScaling: null,
  rmsNormEpsilon: 1e-5,
  tiedEmbeddings: true,
  attentionBias: false,
  maxPositions: 128,
  bosTokenId: null,
  eosTokenIds: [1],
  padTokenId: 0,
};

/** A tokenizer that knows one token for each printable character of ASCII. */
function tokenizerFiles(): Map<string, string> {
  const tokens = [...SPECIAL, ...PRINTABLE];
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
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
    pre_tokenizer: null,
    post_processor: null,
    decoder: { type: 'Fuse' },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      merges: [],
    },
  };
  const config = {
    tokenizer_class: 'PreTrainedTokenizerFast',
    eos_token: '<|end|>',
    pad_token: '<|pad|>',
    chat_template: CHAT_TEMPLATE,
  };
  return new Map([
    ['tokenizer.json', JSON.stringify(tokenizer)],
    ['tokenizer_config.json', JSON.stringify(config)],
  ]);
}

function tinyWeights(config: LlamaConfig): Weights {
  return initialWeights(weightShapes(config), { seed: 1, layers: config.layers });
}

/** A base model of a few thousand random weights, in memory. */
export function createTinyBase(): BaseModel {
  const files = tokenizerFiles();
  const tokenizer = new TextTokenizer({
    directory: 'tiny-base',
    tokenizer: JSON.parse(files.get('tokenizer.json') ?? ''),
    config: JSON.parse(files.get('tokenizer_config.json') ?? ''),
    chatTemplate: null,
    eosTokenIds: [],
  });
  return {
    config: TINY_BASE_CONFIG,
    weights: tinyWeights(TINY_BASE_CONFIG),
    tokenizer,
    sha256: 'a'.repeat(64),
  };
}

/** A base of one layer, which compiles sooner, in the layout of transformers at `folder`/base. */
export async function writeTinyBase(folder: string): Promise<StoredBase> {
  const directory = join(folder, 'base');
  const config = { ...TINY_BASE_CONFIG, layers: 1 };
  await writeCheckpoint(directory, {
    config,
    weights: tinyWeights(config),
    tokenizerFiles: tokenizerFiles(),
  });
  return loadBase(directory);
}
