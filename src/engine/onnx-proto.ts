import protobuf from 'protobufjs/light.js';

/** Element types of ONNX tensors that the engine uses. */
export const ONNX_FLOAT = 1;
export const ONNX_INT64 = 7;

const field = (type: string, id: number, rule?: 'repeated'): protobuf.IField =>
  rule === undefined ? { type, id } : { type, id, rule };

/**
 * The messages of the ONNX file format that a graph of ours needs, with the field numbers of the standard.
 *
 * Source: onnx/onnx.proto, IR version 9.
 */
const ROOT = protobuf.Root.fromJSON({
  nested: {
    Attribute: {
      fields: {
        name: field('string', 1),
        f: field('float', 2),
        i: field('int64', 3),
        s: field('bytes', 4),
        ints: field('int64', 8, 'repeated'),
        type: field('int32', 20),
      },
    },
    Node: {
      fields: {
        input: field('string', 1, 'repeated'),
        output: field('string', 2, 'repeated'),
        opType: field('string', 4),
        attribute: field('Attribute', 5, 'repeated'),
        domain: field('string', 7),
      },
    },
    Tensor: {
      fields: {
        dims: field('int64', 1, 'repeated'),
        dataType: field('int32', 2),
        name: field('string', 8),
        rawData: field('bytes', 9),
      },
    },
    Dimension: { fields: { dimValue: field('int64', 1), dimParam: field('string', 2) } },
    Shape: { fields: { dim: field('Dimension', 1, 'repeated') } },
    TensorType: { fields: { elemType: field('int32', 1), shape: field('Shape', 2) } },
    Type: { fields: { tensorType: field('TensorType', 1) } },
    ValueInfo: { fields: { name: field('string', 1), type: field('Type', 2) } },
    Graph: {
      fields: {
        node: field('Node', 1, 'repeated'),
        name: field('string', 2),
        initializer: field('Tensor', 5, 'repeated'),
        input: field('ValueInfo', 11, 'repeated'),
        output: field('ValueInfo', 12, 'repeated'),
      },
    },
    OperatorSet: { fields: { domain: field('string', 1), version: field('int64', 2) } },
    Model: {
      fields: {
        irVersion: field('int64', 1),
        graph: field('Graph', 7),
        opsetImport: field('OperatorSet', 8, 'repeated'),
      },
    },
  },
});

export interface OnnxAttribute {
  readonly name: string;
  readonly type: number;
  readonly f?: number;
  readonly i?: number;
  readonly s?: Uint8Array;
  readonly ints?: readonly number[];
}

export interface OnnxNode {
  readonly opType: string;
  readonly domain: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly attribute: readonly OnnxAttribute[];
}

export interface OnnxTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly dataType: number;
  readonly rawData: Uint8Array;
}

export interface OnnxValueInfo {
  readonly name: string;
  readonly type: {
    readonly tensorType: {
      readonly elemType: number;
      readonly shape?: { readonly dim: readonly ({ dimValue: number } | { dimParam: string })[] };
    };
  };
}

export interface OnnxGraph {
  readonly name: string;
  readonly node: readonly OnnxNode[];
  readonly initializer: readonly OnnxTensor[];
  readonly input: readonly OnnxValueInfo[];
  readonly output: readonly OnnxValueInfo[];
}

/** Bytes of an ONNX model (IR 9, opset 18 plus ONNX Runtime's own operators) that holds the graph. */
export function encodeOnnxModel(graph: OnnxGraph): Uint8Array {
  return ROOT.lookupType('Model')
    .encode({
      irVersion: 9,
      graph,
      opsetImport: [
        { domain: '', version: 18 },
        { domain: 'com.microsoft', version: 1 },
      ],
    })
    .finish();
}
