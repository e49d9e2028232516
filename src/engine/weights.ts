export interface Weight {
  readonly shape: readonly number[];
  /** Row-major. */
  readonly data: Float32Array;
}

/** Weights by the names of transformers. */
export type Weights = ReadonlyMap<string, Weight>;

/** Product of the sizes; 1 for a scalar. */
export function elementCount(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** `(2, 3)`, for messages. */
export function showShape(shape: readonly number[]): string {
  return `(${shape.join(', ')})`;
}

/** Number of parameters of a model. */
export function parameterCount(weights: Weights): number {
  return [...weights.values()].reduce((sum, { shape }) => sum + elementCount(shape), 0);
}
