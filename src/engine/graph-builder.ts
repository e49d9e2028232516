import {
  encodeOnnxModel,
  ONNX_FLOAT,
  ONNX_INT64,
  type OnnxAttribute,
  type OnnxNode,
  type OnnxTensor,
  type OnnxValueInfo,
} from './onnx-proto.js';

/** Name of a tensor inside the graph. */
export type Value = string;

type AttributeValue = number | string | readonly number[] | { readonly float: number };

/** A dimension is a size, or a name for one that is known when the graph runs. */
export type Dimension = number | string;

/** Collects the nodes of one ONNX graph; layers call it instead of writing protobuf. */
export class GraphBuilder {
  readonly #nodes: OnnxNode[] = [];
  readonly #initializers = new Map<string, OnnxTensor>();
  readonly #inputs: OnnxValueInfo[] = [];
  readonly #outputs = new Map<Value, string>();
  #count = 0;

  /** Declares an input that is fed at every run. */
  input(name: string, shape: readonly Dimension[], type: 'float32' | 'int64' = 'float32'): Value {
    const dim = shape.map((size) => (typeof size === 'number' ? { dimValue: size } : { dimParam: size }));
    const elemType = type === 'float32' ? ONNX_FLOAT : ONNX_INT64;
    this.#inputs.push({ name, type: { tensorType: { elemType, shape: { dim } } } });
    return name;
  }

  /** Gives a node's output the name under which a run returns it; no copy is made. @throws {RangeError} if it has one already */
  output(name: string, value: Value): void {
    if (this.#outputs.has(value))
      throw new RangeError(`Expected \`${name}\` to be a value of its own, got another output.`);
    this.#outputs.set(value, name);
  }

  scalar(value: number): Value {
    return this.floats([], Float32Array.of(value));
  }

  floats(dims: readonly number[], values: Float32Array): Value {
    const rawData = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return this.#initializer(
      { dims, dataType: ONNX_FLOAT, rawData },
      values.length === 1 ? `${dims.length}:${values[0] ?? 0}` : null,
    );
  }

  /** A one-dimensional int64 constant: a shape, axes, indices. */
  integers(values: readonly number[]): Value {
    const rawData = new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer);
    return this.#initializer({ dims: [values.length], dataType: ONNX_INT64, rawData }, `i:${values.join()}`);
  }

  /** Adds a node and returns its only output. */
  op(
    opType: string,
    inputs: readonly Value[],
    attributes: Readonly<Record<string, AttributeValue>> = {},
  ): Value {
    return this.ops(opType, inputs, attributes, 1)[0] as Value;
  }

  /** Adds a node with several outputs. */
  ops(
    opType: string,
    inputs: readonly Value[],
    attributes: Readonly<Record<string, AttributeValue>>,
    outputs: number,
  ): Value[] {
    const output = Array.from({ length: outputs }, () => `t${this.#count++}`);
    const domain = MICROSOFT_OPS.has(opType) ? 'com.microsoft' : '';
    const attribute = Object.entries(attributes).map(([name, value]) => toAttribute(name, value));
    this.#nodes.push({ opType, domain, input: inputs, output, attribute });
    return output;
  }

  add(a: Value, b: Value): Value {
    return this.op('Add', [a, b]);
  }

  subtract(a: Value, b: Value): Value {
    return this.op('Sub', [a, b]);
  }

  multiply(a: Value, b: Value): Value {
    return this.op('Mul', [a, b]);
  }

  divide(a: Value, b: Value): Value {
    return this.op('Div', [a, b]);
  }

  reshape(value: Value, shape: Value | readonly number[]): Value {
    return this.op('Reshape', [value, typeof shape === 'string' ? shape : this.integers(shape)]);
  }

  transpose(value: Value, permutation: readonly number[]): Value {
    return this.op('Transpose', [value], { perm: permutation });
  }

  concat(values: readonly Value[], axis: number): Value {
    return values.length === 1 ? (values[0] as Value) : this.op('Concat', values, { axis });
  }

  /** Sum over the given axes; all of them, to a scalar, where none are given. */
  sum(value: Value, axes?: readonly number[], keepDimensions = false): Value {
    const inputs = axes === undefined ? [value] : [value, this.integers(axes)];
    return this.op('ReduceSum', inputs, { keepdims: keepDimensions ? 1 : 0 });
  }

  /** The model's bytes, without nodes that no output needs. */
  build(name: string): Uint8Array {
    const needed = new Set<string>(this.#outputs.keys());
    const node: OnnxNode[] = [];
    for (const candidate of this.#nodes.toReversed()) {
      if (!candidate.output.some((value) => needed.has(value))) continue;
      for (const value of candidate.input) needed.add(value);
      node.push(candidate);
    }
    const named = (value: Value): string => this.#outputs.get(value) ?? value;
    return encodeOnnxModel({
      name,
      node: node
        .toReversed()
        .map((entry) => ({ ...entry, input: entry.input.map(named), output: entry.output.map(named) })),
      initializer: [...this.#initializers.values()].filter((tensor) => needed.has(tensor.name)),
      input: this.#inputs.filter((info) => needed.has(info.name)),
      output: [...this.#outputs.values()].map((name) => ({
        name,
        type: { tensorType: { elemType: ONNX_FLOAT } },
      })),
    });
  }

  #initializer(tensor: Omit<OnnxTensor, 'name'>, key: string | null): Value {
    const name = key === null ? `c${this.#count++}` : `c/${key}`;
    if (!this.#initializers.has(name)) this.#initializers.set(name, { name, ...tensor });
    return name;
  }
}

/** Operators of ONNX Runtime's own set that the engine emits. */
const MICROSOFT_OPS = new Set(['FusedMatMul', 'QuickGelu', 'RotaryEmbedding']);

function toAttribute(name: string, value: AttributeValue): OnnxAttribute {
  if (typeof value === 'number') return { name, type: 2, i: value };
  if (typeof value === 'string') return { name, type: 3, s: new TextEncoder().encode(value) };
  if ('float' in value) return { name, type: 1, f: value.float };
  return { name, type: 7, ints: value };
}
