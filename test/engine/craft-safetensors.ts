interface Crafted {
  /** The header as it stands in the file; objects become JSON. */
  readonly header: unknown;
  readonly data?: Uint8Array;
  /** What the first eight bytes say; the true length if absent. */
  readonly headerLength?: bigint;
}

/** The bytes of a safetensors file, right or wrong. */
export function craftSafetensors({ header, data = new Uint8Array(), headerLength }: Crafted): Uint8Array {
  const text = typeof header === 'string' ? header : JSON.stringify(header);
  const json = new TextEncoder().encode(text);
  const bytes = new Uint8Array(8 + json.length + data.length);
  new DataView(bytes.buffer).setBigUint64(0, headerLength ?? BigInt(json.length), true);
  bytes.set(json, 8);
  bytes.set(data, 8 + json.length);
  return bytes;
}
