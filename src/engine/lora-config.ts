import { CheckpointError } from '../errors.js';
import { isJsonObject, JsonFields } from './json-fields.js';
import { showName, showValue } from './show-value.js';

/** What an `adapter_config.json` of PEFT says. */
export interface LoraConfig {
  readonly rank: number;
  readonly alpha: number;
  readonly scale: number;
  /** Names of linear layers, or their last parts; `null` where the file has a pattern or `all-linear`. */
  readonly targetModules: readonly string[] | null;
}

/** Settings that change nothing about a trained adapter, whatever they say. */
const HARMLESS = new Set([
  'auto_mapping',
  'base_model_name_or_path',
  'ensure_weight_tying',
  'eva_config',
  'exclude_modules',
  'inference_mode',
  'layers_pattern',
  'layers_to_transform',
  'loftq_config',
  'lora_dropout',
  'megatron_core',
  'peft_version',
  // Read by PEFT only where `use_qalora` is true.
  'qalora_group_size',
  'revision',
  'runtime_config',
]);

/** Settings that are checked one by one below. */
const READ = new Set([
  'bias',
  'init_lora_weights',
  'lora_alpha',
  'peft_type',
  'r',
  'target_modules',
  'task_type',
  'use_rslora',
]);

/** Starting values that leave the base weights as they are. Others (PiSSA, OLoRA, LoftQ) change them too. */
const PLAIN_STARTS = [true, false, 'gaussian', 'orthogonal', 'eva'];
const TRAIN_PLAIN = 'Merge the adapter into its base with PEFT and audit the merged model.';

function isUnset(value: unknown): boolean {
  if (value === undefined || value === false || value === 'none') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function parseTargetModules(fields: JsonFields): readonly string[] | null {
  const value = fields.get('target_modules');
  // A pattern is not evaluated: the file's own tensors say which layers it changed, and a hostile one could run for years.
  if (typeof value === 'string') return null;
  if (Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string'))
    return value;
  fields.addProblem(`target_modules: expected a list of names or a pattern, got ${showValue(value)}.`);
  return null;
}

/**
 * Rank, scale and layers of an `adapter_config.json`.
 *
 * A setting that is not known here is an error unless it is off: it might change what the adapter computes.
 *
 * @param file - named in errors
 * @throws {CheckpointError} listing every field that is missing, out of range or not supported
 */
export function parseLoraConfig(json: unknown, file: string): LoraConfig {
  if (!isJsonObject(json)) {
    throw new CheckpointError(
      `Adapter config \`${file}\` is not an object: expected {...}, got ${showValue(json)}. Save the adapter again.`,
      { file },
    );
  }
  const fields = new JsonFields(json);
  if (fields.get('peft_type') !== 'LORA') {
    fields.addProblem(`peft_type: expected "LORA", got ${showValue(fields.get('peft_type'))}.`);
  }
  fields.expectOnly('task_type', ['CAUSAL_LM'], 'Train the adapter for a causal language model.');
  fields.expectOnly('bias', ['none'], TRAIN_PLAIN);
  fields.expectOnly('init_lora_weights', PLAIN_STARTS, TRAIN_PLAIN);
  const rank = fields.integer('r', { minimum: 1, maximum: 65_536 });
  const alpha = fields.number('lora_alpha', { minimum: 1e-6, maximum: 1e6 });
  const isRankStabilised = fields.boolean('use_rslora', false);
  const targetModules = parseTargetModules(fields);
  for (const key of Object.keys(json)) {
    const value = fields.get(key);
    if (READ.has(key) || HARMLESS.has(key) || isUnset(value)) continue;
    fields.addProblem(`${showName(key)}: expected it off, got ${showValue(value)}. ${TRAIN_PLAIN}`);
  }
  fields.throwProblems('Adapter config', file);
  return { rank, alpha, scale: alpha / (isRankStabilised ? Math.sqrt(rank) : rank), targetModules };
}
