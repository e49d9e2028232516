import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckpointError } from '../errors.js';
import { compareWeights } from './compare-weights.js';
import { parseLlamaConfig } from './llama-config.js';
import type { LlamaConfig } from './llama-config.js';
import { isMissing, readJsonFile } from './read-json-file.js';
import { readSafetensors, readSafetensorsHeader } from './read-safetensors.js';
import { parseShardIndex } from './shard-index.js';
import { weightShapes } from './weight-shapes.js';
import type { Weight, Weights } from './weights.js';

/** A model in memory. */
export interface Checkpoint {
  readonly directory: string;
  readonly config: LlamaConfig;
  /** Every weight of `weightShapes(config)`, in its order. */
  readonly weights: Weights;
  /** Over the bytes of the weights file, or of the shards in the order of their names; hexadecimal. */
  readonly sha256: string;
}

const MAX_CONFIG_BYTES = 2 ** 20;
// As for the header of a weights file: a name and a shard a tensor.
const MAX_INDEX_BYTES = 16 * 2 ** 20;

/**
 * The model in a folder of Hugging Face layout: `config.json` and `model.safetensors`, whole or in shards.
 *
 * Weights become float32. Names and shapes of all of them are checked before any is read.
 *
 * @throws {CheckpointError} if the folder is no model, the weights do not fit the config, or a file is broken
 */
export async function readCheckpoint(directory: string): Promise<Checkpoint> {
  const names = await listFolder(directory);
  const configFile = join(directory, 'config.json');
  if (!names.includes('config.json')) throw noConfig(directory, names);
  const config = parseLlamaConfig(await readJsonFile(configFile, MAX_CONFIG_BYTES), configFile);
  const files = await findWeightFiles(directory, names);
  const shapes = new Map<string, readonly number[]>();
  for (const [file, listed] of files) await collectShapes(file, listed, shapes);
  compareWeights(shapes, config, directory);

  const hash = createHash('sha256');
  const found = new Map<string, Weight>();
  for (const file of files.keys()) {
    for (const [name, weight] of (await readSafetensors(file, hash)).tensors) found.set(name, weight);
  }
  checkTiedHead(found, config, directory);
  const weights = new Map<string, Weight>();
  for (const name of weightShapes(config).keys()) {
    const weight = found.get(name);
    if (weight === undefined) continue;
    checkFinite(weight, name, directory);
    weights.set(name, weight);
  }
  return { directory, config, weights, sha256: hash.digest('hex') };
}

/** One NaN spreads to every answer, where it would look like a model that cannot be reached. */
function checkFinite({ data }: Weight, name: string, directory: string): void {
  for (let index = 0; index < data.length; index++) {
    const value = data[index] as number;
    // Only a finite number leaves nothing; this runs over every weight of the model.
    if (value - value === 0) continue;
    throw new CheckpointError(
      `Tensor \`${name}\` of model \`${directory}\` holds ${value} at position ${index}: expected finite numbers. Train or download it again.`,
      { file: directory, tensor: name },
    );
  }
}

async function listFolder(directory: string): Promise<string[]> {
  try {
    if (!(await stat(directory)).isDirectory()) {
      throw new CheckpointError(
        `Model \`${directory}\` is a file: expected a folder with config.json and model.safetensors. Name the folder.`,
        { file: directory },
      );
    }
    return await readdir(directory);
  } catch (error) {
    if (error instanceof CheckpointError) throw error;
    const reason = isMissing(error) ? 'does not exist' : 'cannot be read';
    throw new CheckpointError(
      `Model folder \`${directory}\` ${reason}: expected a folder with config.json and model.safetensors. Check the path.`,
      { file: directory, cause: error },
    );
  }
}

function noConfig(directory: string, names: readonly string[]): CheckpointError {
  const message = names.includes('adapter_config.json')
    ? `\`${directory}\` is an adapter, not a model: expected config.json, got adapter_config.json. ` +
      'Name the model it was trained on as well: BASE+ADAPTER.'
    : `Model folder \`${directory}\` has no config.json: expected the layout of Hugging Face. Check the path.`;
  return new CheckpointError(message, { file: directory });
}

/** Weight files in the order of their names, each with the tensors that an index places in it. */
async function findWeightFiles(
  directory: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (names.includes('model.safetensors')) return new Map([[join(directory, 'model.safetensors'), []]]);
  const indexName = 'model.safetensors.index.json';
  if (names.includes(indexName)) {
    const file = join(directory, indexName);
    const shards = parseShardIndex(await readJsonFile(file, MAX_INDEX_BYTES), file);
    return new Map([...shards].map(([shard, tensors]) => [join(directory, shard), tensors]));
  }
  const other = names.find((name) => /\.(bin|gguf|pth?|h5|msgpack|onnx)$/.test(name));
  throw new CheckpointError(
    `Model folder \`${directory}\` has no weights that can be read: expected model.safetensors, got ` +
      `${other === undefined ? 'no weights' : `\`${other}\``}. Save the model with \`save_pretrained\` of transformers.`,
    { file: directory },
  );
}

async function collectShapes(
  file: string,
  listed: readonly string[],
  shapes: Map<string, readonly number[]>,
): Promise<void> {
  const { tensors } = await readSafetensorsHeader(file);
  const own = new Set(tensors.map(({ name }) => name));
  const absent = listed.find((name) => !own.has(name));
  if (absent !== undefined) {
    throw new CheckpointError(
      `Tensor \`${absent}\` is not in \`${file}\`: expected it there by the index. Copy or download the files again.`,
      { file, tensor: absent },
    );
  }
  for (const { name, shape } of tensors) {
    if (shapes.has(name)) {
      throw new CheckpointError(
        `Tensor \`${name}\` of \`${file}\` is in another shard too: expected it once. Copy or download the files again.`,
        { file, tensor: name },
      );
    }
    shapes.set(name, shape);
  }
}

/** A stored output matrix that the config says is the embedding has to be the embedding. */
function checkTiedHead(found: Weights, config: LlamaConfig, directory: string): void {
  const head = found.get('lm_head.weight');
  const embedding = found.get('model.embed_tokens.weight');
  if (!config.tiedEmbeddings || head === undefined || embedding === undefined) return;
  if (bytesOf(head).equals(bytesOf(embedding))) return;
  throw new CheckpointError(
    `Tensor \`lm_head.weight\` of \`${directory}\` differs from the embedding: expected them equal, as ` +
      'tie_word_embeddings in config.json is true. Set it to false if the output matrix was trained.',
    { file: directory, tensor: 'lm_head.weight' },
  );
}

function bytesOf({ data }: Weight): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}
