/** Where one weight lies in the flat vector. */
export interface LayoutEntry {
  readonly name: string;
  readonly shape: readonly number[];
  readonly offset: number;
  readonly size: number;
}

/** Named weights as one flat vector: what the optimiser sees. The order is the insertion order of the shapes. */
export class ParameterLayout {
  readonly entries: readonly LayoutEntry[];
  readonly offsets: ReadonlyMap<string, LayoutEntry>;
  /** Number of parameters. */
  readonly size: number;

  constructor(shapes: ReadonlyMap<string, readonly number[]>) {
    let offset = 0;
    this.entries = [...shapes].map(([name, shape]) => {
      const entry = { name, shape, offset, size: shape.reduce((product, length) => product * length, 1) };
      offset += entry.size;
      return entry;
    });
    this.offsets = new Map(this.entries.map((entry) => [entry.name, entry]));
    this.size = offset;
  }

  /** 1 where weight decay applies (matrices), 0 where not (norms and biases); (P,) float32. */
  decayMask(): Float32Array {
    const mask = new Float32Array(this.size);
    for (const { shape, offset, size } of this.entries) {
      if (shape.length > 1) mask.fill(1, offset, offset + size);
    }
    return mask;
  }

  /** Views into the flat vector, not copies. */
  unflatten(flat: Float32Array): Map<string, { shape: readonly number[]; data: Float32Array }> {
    return new Map(
      this.entries.map(({ name, shape, offset, size }) => [
        name,
        { shape, data: flat.subarray(offset, offset + size) },
      ]),
    );
  }

  /** A new flat vector with the weights' values. @throws {RangeError} if one is missing or has another size */
  flatten(weights: ReadonlyMap<string, { readonly data: Float32Array }>): Float32Array {
    const flat = new Float32Array(this.size);
    for (const { name, offset, size } of this.entries) {
      const data = weights.get(name)?.data;
      if (data?.length !== size) {
        throw new RangeError(`Expected \`${name}\` to hold ${size} numbers, got ${data?.length ?? 'none'}.`);
      }
      flat.set(data, offset);
    }
    return flat;
  }
}
