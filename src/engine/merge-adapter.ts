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
  for (const [module, factors] of adapter.modules) {
    const name = `${module}.weight`;
    const weight = weights.get(name);
    const [out, width] = weight?.shape ?? [];
    const [rank, inWidth] = factors.a.shape;
    if (
      weight === undefined ||
      inWidth !== width ||
      factors.b.shape[0] !== out ||
      factors.b.shape[1] !== rank
    ) {
      throw new RangeError(`Expected the factors of \`${module}\` to fit its weight, got other shapes.`);
    }
    merged.set(name, addProduct(weight, factors, adapter.scale));
  }
  return merged;
}

function addProduct(weight: Weight, { a, b }: LoraFactors, scale: number): Weight {
  const [out = 0, width = 0] = weight.shape;
  const [rank = 0] = a.shape;
  const data = new Float32Array(weight.data.length);
  const row = new Float64Array(width);
  for (let o = 0; o < out; o++) {
    row.fill(0);
    for (let r = 0; r < rank; r++) {
      const factor = scale * (b.data[o * rank + r] as number);
      for (let i = 0; i < width; i++)
        row[i] = (row[i] as number) + factor * (a.data[r * width + i] as number);
    }
    for (let i = 0; i < width; i++)
      data[o * width + i] = (weight.data[o * width + i] as number) + (row[i] as number);
  }
  return { shape: weight.shape, data };
}
