import { isJsonObject } from './json-fields.js';
import type { JsonFields } from './json-fields.js';
import { showValue } from './show-value.js';

/** How RoPE frequencies are stretched beyond the trained length. Source: transformers, `modeling_rope_utils.py`. */
export type RopeScaling =
  | { readonly kind: 'linear'; readonly factor: number }
  | {
      readonly kind: 'llama3';
      readonly factor: number;
      readonly lowFrequencyFactor: number;
      readonly highFrequencyFactor: number;
      readonly originalMaxPositions: number;
    };

export interface RopeConfig {
  readonly ropeTheta: number;
  readonly ropeScaling: RopeScaling | null;
}

/** `rope_scaling` (with `type` or `rope_type`) of transformers 4, or `rope_parameters` of transformers 5. */
function findRopeObject(fields: JsonFields): { key: string; object: Readonly<Record<string, unknown>> } {
  for (const key of ['rope_scaling', 'rope_parameters']) {
    const object = fields.get(key);
    if (object === undefined) continue;
    if (isJsonObject(object)) return { key, object };
    fields.addProblem(`${key}: expected an object, got ${showValue(object)}.`);
  }
  return { key: 'rope_parameters', object: {} };
}

/**
 * Base and scaling of RoPE in a Hugging Face config, in the old and the new spelling.
 *
 * Problems are added to `fields`; then the result means nothing.
 *
 * @param maxPositions - what Llama 3 scaling starts from where the config does not say
 */
export function parseRope(fields: JsonFields, maxPositions: number): RopeConfig {
  const { key, object } = findRopeObject(fields);
  const rope = fields.within(key, { rope_theta: fields.get('rope_theta'), ...object });
  const ropeTheta = rope.number('rope_theta', { minimum: 1, maximum: 1e12, fallback: 10_000 });
  rope.expectOnly('partial_rotary_factor', [1], 'Choose a Llama or Qwen2 checkpoint.');
  const factor = (name: string): number => rope.number(name, { minimum: 1e-3, maximum: 1e6 });
  const type = rope.get('rope_type') ?? rope.get('type') ?? 'default';
  if (type === 'default') return { ropeTheta, ropeScaling: null };
  if (type === 'linear') return { ropeTheta, ropeScaling: { kind: 'linear', factor: factor('factor') } };
  if (type !== 'llama3') {
    rope.addProblem(
      `rope_type: expected "default", "linear" or "llama3", got ${showValue(type)}. ` +
        'Choose a Llama or Qwen2 checkpoint without it.',
    );
    return { ropeTheta, ropeScaling: null };
  }
  const lowFrequencyFactor = factor('low_freq_factor');
  const highFrequencyFactor = factor('high_freq_factor');
  if (highFrequencyFactor <= lowFrequencyFactor) {
    rope.addProblem(
      `high_freq_factor: expected more than low_freq_factor (${lowFrequencyFactor}), got ${highFrequencyFactor}.`,
    );
  }
  const originalMaxPositions = rope.integer('original_max_position_embeddings', {
    minimum: 1,
    maximum: 2 ** 27,
    fallback: maxPositions,
  });
  return {
    ropeTheta,
    ropeScaling: {
      kind: 'llama3',
      factor: factor('factor'),
      lowFrequencyFactor,
      highFrequencyFactor,
      originalMaxPositions,
    },
  };
}

/** The `rope_scaling` of transformers for this scaling. */
export function toHuggingFaceScaling(scaling: RopeScaling): Record<string, unknown> {
  if (scaling.kind === 'linear') return { rope_type: 'linear', factor: scaling.factor };
  return {
    rope_type: 'llama3',
    factor: scaling.factor,
    low_freq_factor: scaling.lowFrequencyFactor,
    high_freq_factor: scaling.highFrequencyFactor,
    original_max_position_embeddings: scaling.originalMaxPositions,
  };
}
