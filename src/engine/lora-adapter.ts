import { CheckpointError } from '../errors.js';
import type { LlamaConfig } from './llama-config.js';
import { weightShapes } from './weight-shapes.js';
import { showShape } from './weights.js';
import type { Weight } from './weights.js';

/** The two low-rank factors of one linear layer: its weight is W + scale * B A. */
export interface LoraFactors {
  /** (rank, in). */
  readonly a: Weight;
  /** (out, rank). */
  readonly b: Weight;
}

/** A LoRA adapter. Source: Hu et al. 2021, arXiv 2106.09685. */
export interface LoraAdapter {
  readonly rank: number;
  readonly alpha: number;
  /** alpha / rank, or alpha / sqrt(rank) where the adapter is rank-stabilised. */
  readonly scale: number;
  /** Linear layer, such as `model.layers.0.self_attn.q_proj` -> its factors. */
  readonly modules: ReadonlyMap<string, LoraFactors>;
  /** Of the weights that it was trained on, where known. */
  readonly baseSha256?: string | null;
}

const MAX_LISTED = 5;

/** (out, in) of every linear layer that an adapter can change, by module name. */
export function linearShapes(config: LlamaConfig): ReadonlyMap<string, readonly [number, number]> {
  const shapes = new Map<string, readonly [number, number]>();
  for (const [name, [out, width]] of weightShapes(config)) {
    const module = /^(model\.layers\.\d+\.\w+\.\w+_proj)\.weight$/.exec(name)?.[1];
    if (module !== undefined && out !== undefined && width !== undefined) shapes.set(module, [out, width]);
  }
  return shapes;
}

/**
 * Checks that an adapter's factors fit the linear layers of a model.
 *
 * @param place - named in errors
 * @throws {CheckpointError} listing the modules that the model does not have or has in another shape
 */
export function checkAdapterShapes(adapter: LoraAdapter, config: LlamaConfig, place: string): void {
  const shapes = linearShapes(config);
  const problems: string[] = [];
  for (const [module, { a, b }] of adapter.modules) {
    const got = `A ${showShape(a.shape)} and B ${showShape(b.shape)}`;
    const shape = shapes.get(module);
    if (shape === undefined) {
      problems.push(
        `${module}: expected a linear layer of the base, got ${got} for a layer it does not have.`,
      );
      continue;
    }
    const [out, width] = shape;
    const expected = `A ${showShape([adapter.rank, width])} and B ${showShape([out, adapter.rank])}`;
    if (got === expected) continue;
    problems.push(`${module}: expected ${expected} for the base weight ${showShape(shape)}, got ${got}.`);
  }
  if (problems.length === 0) return;
  const listed = problems.slice(0, MAX_LISTED).map((text) => `\n  - ${text}`);
  const rest = problems.length - listed.length;
  throw new CheckpointError(
    `Adapter \`${place}\` does not fit the base model (${problems.length} problem${problems.length === 1 ? '' : 's'}):` +
      `${listed.join('')}${rest > 0 ? `\n  - and ${rest} more.` : ''}\nWas it trained on another base model?`,
    { file: place },
  );
}
