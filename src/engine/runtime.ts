import ort from 'onnxruntime-node';

/** How many threads a session may use inside one operator. */
export interface RuntimeOptions {
  readonly threads: number;
}

/** A compiled graph. Must be released: the runtime's memory is outside JavaScript's heap. */
export type Session = ort.InferenceSession;

/** Compiles a graph for the CPU. */
export async function createSession(model: Uint8Array, { threads }: RuntimeOptions): Promise<Session> {
  return ort.InferenceSession.create(model, {
    executionProviders: ['cpu'],
    graphOptimizationLevel: 'all',
    executionMode: 'sequential',
    // Lengths differ from run to run. A plan of memory for each set of lengths stays allocated beside what the arena holds:
    // with it a LoRA step of a model of 135 million parameters took 2.2 GB instead of 1.5 GB, and no time less.
    enableMemPattern: false,
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
}

export function floatTensor(data: Float32Array, dims: readonly number[]): ort.Tensor {
  return new ort.Tensor('float32', data, dims);
}

export function integerTensor(data: BigInt64Array, dims: readonly number[]): ort.Tensor {
  return new ort.Tensor('int64', data, dims);
}

/** The float values that a run returned under a name. */
export function floatsOf(outputs: ort.InferenceSession.OnnxValueMapType, name: string): Float32Array {
  const tensor = outputs[name];
  if (tensor === undefined || !(tensor.data instanceof Float32Array)) {
    throw new RangeError(
      `Expected the graph to return floats named \`${name}\`, got ${tensor?.type ?? 'nothing'}.`,
    );
  }
  return tensor.data;
}
