import { CheckpointError } from '../errors.js';
import { isJsonObject } from './json-fields.js';
import { showValue } from './show-value.js';

// The largest published Llama, of 405 billion parameters, has 191. Each is opened, whatever its size.
const MAX_SHARDS = 1024;

/**
 * Shard -> tensors in it, in the order of the shards' names, from a `model.safetensors.index.json`.
 *
 * Shards are plain file names: an index cannot point outside its folder.
 *
 * @param file - named in errors
 * @throws {CheckpointError} if there is no `weight_map`, or it names something else than a few shards
 */
export function parseShardIndex(json: unknown, file: string): ReadonlyMap<string, readonly string[]> {
  const weightMap = isJsonObject(json) ? json['weight_map'] : undefined;
  if (!isJsonObject(weightMap) || Object.keys(weightMap).length === 0) {
    throw indexError(file, `has no weight_map: expected tensor names and files, got ${showValue(weightMap)}`);
  }
  const shards = new Map<string, string[]>();
  for (const [tensor, shard] of Object.entries(weightMap)) {
    if (typeof shard !== 'string' || !/^\w[\w.-]*\.safetensors$/.test(shard)) {
      throw indexError(
        file,
        `names a shard outside its folder: expected \`NAME.safetensors\`, got ${showValue(shard)}`,
        tensor,
      );
    }
    const tensors = shards.get(shard);
    if (tensors === undefined) shards.set(shard, [tensor]);
    else tensors.push(tensor);
    if (shards.size > MAX_SHARDS)
      throw indexError(file, `names too many shards: expected at most ${MAX_SHARDS}`);
  }
  return new Map([...shards].sort(([first], [second]) => (first < second ? -1 : 1)));
}

function indexError(file: string, problem: string, tensor?: string): CheckpointError {
  return new CheckpointError(
    `Weights index \`${file}\` ${problem}. Copy or download the file again.`,
    tensor === undefined ? { file } : { file, tensor },
  );
}
