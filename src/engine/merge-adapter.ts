import type { LoraAdapter, LoraFactors } from './lora-adapter.js';
import type { Weight, Weights } from './weights.js';

/**
 * The weights of the base with the adapter worked in: W + scale * B A for each of its modules.
 *
 * Weights that the adapter leaves alone are shared with the base, not copied. Products are summed in float64.
 *
 * @throws {RangeError} if a module's weight is missing or of another shape; {@link checkAdapterShapes} says so kindly
 */
export function mergeAdapter(weights: Weights, adapter: LoraAdapter): Weights {
  const merged = new Map(weights);
  for (const module of adapter.modules.keys()) {
    const { shape, data } = weightOf(weights, module);
    merged.set(`${module}.weight`, { shape, data: data.slice() });
  }
  mergeAdapterInPlace(merged, adapter);
  return merged;
}

/**
 * The same within the weights' own memory, for a base that nobody else uses: a second copy of most of a model is saved.
 *
 * @throws {RangeError} as {@link mergeAdapter} does; some modules may be merged by then
 */
export function mergeAdapterInPlace(weights: Weights, adapter: LoraAdapter): void {
  for (const [module, factors] of adapter.modules) {
    const weight = weightOf(weights, module);
    const [out, width] = weight.shape;
    const [rank, inWidth] = factors.a.shape;
    if (inWidth !== width || factors.b.shape[0] !== out || factors.b.shape[1] !== rank) throw misfit(module);
    addProduct(weight, factors, adapter.scale);
  }
}

function weightOf(weights: Weights, module: string): Weight {
  const weight = weights.get(`${module}.weight`);
  if (weight === undefined) throw misfit(module);
  return weight;
}

function misfit(module: string): RangeError {
  return new RangeError(`Expected the factors of \`${module}\` to fit its weight, got other shapes.`);
}

function addProduct({ shape, data }: Weight, { a, b }: LoraFactors, scale: number): void {
  const [out = 0, width = 0] = shape;
  const [rank = 0] = a.shape;
  const row = new Float64Array(width);
  for (let o = 0; o < out; o++) {
    row.fill(0);
    for (let r = 0; r < rank; r++) {
      const factor = scale * (b.data[o * rank + r] as number);
      for (let i = 0; i < width; i++)
        row[i] = (row[i] as number) + factor * (a.data[r * width + i] as number);
    }
    for (let i = 0; i < width; i++)
      data[o * width + i] = (data[o * width + i] as number) + (row[i] as number);
  }
}
