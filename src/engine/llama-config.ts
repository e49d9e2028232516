import { CheckpointError } from '../errors.js';
import { isJsonObject, JsonFields } from './json-fields.js';
import { parseRope, toHuggingFaceScaling } from './rope-config.js';
import type { RopeScaling } from './rope-config.js';
import { showValue } from './show-value.js';

/** The shape of a Llama-like decoder: pre-norm, RoPE, grouped-query attention, SwiGLU. */
export interface LlamaConfig {
  /** `qwen2` is `llama` with a bias on the query, key and value projections. */
  readonly modelType: 'llama' | 'qwen2';
  readonly vocabSize: number;
  readonly width: number;
  readonly layers: number;
  readonly queryHeads: number;
  readonly keyValueHeads: number;
  /** Even: RoPE turns pairs. `queryHeads * headWidth` need not be `width`. */
  readonly headWidth: number;
  readonly feedForward: number;
  readonly ropeTheta: number;
  readonly ropeScaling: RopeScaling | null;
  readonly rmsNormEpsilon: number;
  readonly tiedEmbeddings: boolean;
  /** A bias on the query, key and value projections, and in a `llama` on the output projection too. */
  readonly attentionBias: boolean;
  readonly maxPositions: number;
  readonly bosTokenId: number | null;
  readonly eosTokenIds: readonly number[];
  readonly padTokenId: number | null;
}

// Several times what any published model has; they keep products of two sizes within safe integers.
const MAX_VOCABULARY = 2 ** 20;
const MAX_WIDTH = 2 ** 17;
const MAX_LAYERS = 1024;
const MAX_HEADS = 1024;
const MAX_POSITIONS = 2 ** 27;

const ARCHITECTURES = { llama: 'LlamaForCausalLM', qwen2: 'Qwen2ForCausalLM' } as const;
const CHOOSE_ANOTHER = 'Choose a Llama or Qwen2 checkpoint.';

function parseModelType(fields: JsonFields): 'llama' | 'qwen2' {
  const modelType = fields.get('model_type');
  const architectures = fields.get('architectures');
  if (modelType !== 'llama' && modelType !== 'qwen2') {
    fields.addProblem(
      `model_type: expected "llama" or "qwen2", got ${showValue(modelType)}. ${CHOOSE_ANOTHER}`,
    );
    return 'llama';
  }
  const architecture = ARCHITECTURES[modelType];
  const isListed = Array.isArray(architectures) && architectures.includes(architecture);
  if (architectures !== undefined && !isListed) {
    fields.addProblem(
      `architectures: expected ["${architecture}"], got ${showValue(architectures)}. ${CHOOSE_ANOTHER}`,
    );
  }
  return modelType;
}

/** What the graph does not compute. A checkpoint that asks for it would be run wrongly without a word. */
function rejectUnsupported(fields: JsonFields, modelType: 'llama' | 'qwen2'): void {
  fields.expectOnly('hidden_act', ['silu'], CHOOSE_ANOTHER);
  fields.expectOnly('mlp_bias', [false], CHOOSE_ANOTHER);
  fields.expectOnly('partial_rotary_factor', [1], CHOOSE_ANOTHER);
  if (fields.get('quantization_config') !== undefined) {
    fields.addProblem(
      'quantization_config: expected none. Choose the same model in float32, float16 or bfloat16.',
    );
  }
  const layerTypes = fields.get('layer_types');
  const slides =
    (modelType === 'qwen2' &&
      fields.get('use_sliding_window') === true &&
      fields.get('sliding_window') !== undefined) ||
    (Array.isArray(layerTypes) && layerTypes.some((type) => type !== 'full_attention'));
  if (slides)
    fields.addProblem(`use_sliding_window: expected full attention in every layer. ${CHOOSE_ANOTHER}`);
}

function parseTokenId(fields: JsonFields, key: string, vocabSize: number): number | null {
  const value = fields.get(key);
  // -1 says "none" in early Llama conversions.
  if (value === undefined || value === -1) return null;
  return fields.integer(key, { minimum: 0, maximum: vocabSize - 1 });
}

function parseEosTokenIds(fields: JsonFields, vocabSize: number): number[] {
  const value = fields.get('eos_token_id') ?? [];
  const ids: unknown[] = Array.isArray(value) ? value : [value];
  const isId = (id: unknown): id is number =>
    Number.isInteger(id) && Number(id) >= 0 && Number(id) < vocabSize;
  if (ids.every(isId)) return ids;
  fields.addProblem(`eos_token_id: expected integers in [0, ${vocabSize - 1}], got ${showValue(value)}.`);
  return [];
}

function checkHeads(fields: JsonFields, config: LlamaConfig): void {
  const { width, queryHeads, keyValueHeads, headWidth } = config;
  if (fields.get('head_dim') === undefined && width % queryHeads !== 0) {
    fields.addProblem(
      `hidden_size: expected a multiple of num_attention_heads (${queryHeads}), got ${width}.`,
    );
  } else if (headWidth % 2 !== 0) {
    fields.addProblem(`head_dim: expected an even number, got ${headWidth}.`);
  }
  if (queryHeads % keyValueHeads !== 0) {
    fields.addProblem(
      `num_attention_heads: expected a multiple of num_key_value_heads (${keyValueHeads}), got ${queryHeads}.`,
    );
  }
}

/**
 * The configuration in a Hugging Face `config.json` of `LlamaForCausalLM` or `Qwen2ForCausalLM`, with the defaults of
 * transformers for absent fields.
 *
 * @param file - named in errors
 * @throws {CheckpointError} listing every field that is missing, out of range, or asks for what is not computed here
 */
export function parseLlamaConfig(json: unknown, file: string): LlamaConfig {
  if (!isJsonObject(json)) {
    throw new CheckpointError(
      `Model config \`${file}\` is not an object: expected {...}, got ${showValue(json)}. Save the model again.`,
      { file },
    );
  }
  const fields = new JsonFields(json);
  const modelType = parseModelType(fields);
  rejectUnsupported(fields, modelType);
  const size = (key: string, maximum: number, fallback?: number): number =>
    fields.integer(key, fallback === undefined ? { minimum: 1, maximum } : { minimum: 1, maximum, fallback });
  const vocabSize = size('vocab_size', MAX_VOCABULARY);
  const width = size('hidden_size', MAX_WIDTH);
  const queryHeads = size('num_attention_heads', MAX_HEADS);
  const keyValueHeads = size('num_key_value_heads', MAX_HEADS, queryHeads);
  const headWidth = size('head_dim', MAX_WIDTH, Math.max(1, Math.floor(width / queryHeads)));
  const maxPositions = size('max_position_embeddings', MAX_POSITIONS, modelType === 'llama' ? 2048 : 32_768);
  const config: LlamaConfig = {
    modelType,
    vocabSize,
    width,
    layers: size('num_hidden_layers', MAX_LAYERS),
    queryHeads,
    keyValueHeads,
    headWidth,
    feedForward: size('intermediate_size', MAX_WIDTH * 8),
    ...parseRope(fields, maxPositions),
    rmsNormEpsilon: fields.number('rms_norm_eps', { minimum: 1e-12, maximum: 0.1, fallback: 1e-6 }),
    tiedEmbeddings: fields.boolean('tie_word_embeddings', false),
    // Qwen2 has its biases without being asked.
    attentionBias: modelType === 'qwen2' || fields.boolean('attention_bias', false),
    maxPositions,
    bosTokenId: parseTokenId(fields, 'bos_token_id', vocabSize),
    eosTokenIds: parseEosTokenIds(fields, vocabSize),
    padTokenId: parseTokenId(fields, 'pad_token_id', vocabSize),
  };
  if (!fields.hasProblems) checkHeads(fields, config);
  fields.throwProblems('Model config', file);
  return config;
}

/**
 * The `config.json` of transformers for this configuration, in the spelling that versions 4 and 5 both read.
 *
 * `parseLlamaConfig` gives the same configuration back.
 */
export function toHuggingFaceConfig(config: LlamaConfig): Record<string, unknown> {
  const scaling = config.ropeScaling;
  return {
    architectures: [ARCHITECTURES[config.modelType]],
    model_type: config.modelType,
    vocab_size: config.vocabSize,
    hidden_size: config.width,
    intermediate_size: config.feedForward,
    num_hidden_layers: config.layers,
    num_attention_heads: config.queryHeads,
    num_key_value_heads: config.keyValueHeads,
    head_dim: config.headWidth,
    hidden_act: 'silu',
    max_position_embeddings: config.maxPositions,
    rms_norm_eps: config.rmsNormEpsilon,
    rope_theta: config.ropeTheta,
    rope_scaling: scaling && toHuggingFaceScaling(scaling),
    tie_word_embeddings: config.tiedEmbeddings,
    ...(config.modelType === 'llama'
      ? { attention_bias: config.attentionBias, mlp_bias: false }
      : { use_sliding_window: false }),
    bos_token_id: config.bosTokenId,
    // Scripts in the wild expect a number where there is one.
    eos_token_id: config.eosTokenIds.length > 1 ? config.eosTokenIds : (config.eosTokenIds[0] ?? null),
    pad_token_id: config.padTokenId,
    torch_dtype: 'float32',
  };
}
