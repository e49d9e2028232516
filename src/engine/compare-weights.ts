import { CheckpointError } from '../errors.js';
import type { LlamaConfig } from './llama-config.js';
import { weightShapes } from './weight-shapes.js';
import { showShape } from './weights.js';
import { showName } from './show-value.js';

const MAX_LISTED = 5;

/** What transformers stores and computes anew, or stores twice. */
function isHarmlessExtra(name: string, config: LlamaConfig): boolean {
  return (
    /^model\.(layers\.\d+\.self_attn\.)?rotary_emb\.inv_freq$/.test(name) ||
    (name === 'lm_head.weight' && config.tiedEmbeddings)
  );
}

/**
 * Checks that a checkpoint's tensors are the weights that its config describes.
 *
 * @param shapes - name -> shape, as stored
 * @throws {CheckpointError} listing missing, mis-shaped and unknown tensors, five of them and a count of the rest
 */
export function compareWeights(
  shapes: ReadonlyMap<string, readonly number[]>,
  config: LlamaConfig,
  directory: string,
): void {
  const expectedShapes = weightShapes(config);
  const problems: { tensor: string; text: string }[] = [];
  for (const [tensor, expected] of expectedShapes) {
    const shape = shapes.get(tensor);
    if (shape !== undefined && showShape(shape) === showShape(expected)) continue;
    const got = shape === undefined ? 'nothing' : showShape(shape);
    problems.push({ tensor, text: `${tensor}: expected ${showShape(expected)}, got ${got}.` });
  }
  for (const [tensor, shape] of shapes) {
    if (expectedShapes.has(tensor) || isHarmlessExtra(tensor, config)) continue;
    problems.push({
      tensor,
      text: `${showName(tensor)}: expected no such tensor, got ${showShape(shape)}.`,
    });
  }
  const [first] = problems;
  if (first === undefined) return;
  const listed = problems.slice(0, MAX_LISTED).map(({ text }) => `\n  - ${text}`);
  const rest = problems.length - listed.length;
  throw new CheckpointError(
    `Weights of \`${directory}\` do not fit its config.json (${problems.length} problem${problems.length === 1 ? '' : 's'}):` +
      `${listed.join('')}${rest > 0 ? `\n  - and ${rest} more.` : ''}\nCheck that both come from the same model.`,
    { file: directory, tensor: first.tensor },
  );
}
