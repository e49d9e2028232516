import type { LlamaConfig } from './llama-config.js';

/**
 * Angular frequency of each pair of a head's dimensions, in radians per position: θ^(-2i/h), scaled as the config says.
 *
 * @returns (h / 2,) float64
 *
 * Source: Su et al. 2021; scaling kinds as in transformers' `modeling_rope_utils.py` (linear, llama3).
 */
export function ropeFrequencies(config: LlamaConfig): Float64Array {
  const { headWidth: h, ropeTheta, ropeScaling: scaling } = config;
  return Float64Array.from({ length: h / 2 }, (_, index) => {
    const frequency = ropeTheta ** ((-2 * index) / h);
    if (scaling === null) return frequency;
    if (scaling.kind === 'linear') return frequency / scaling.factor;
    const turns = (scaling.originalMaxPositions * frequency) / (2 * Math.PI);
    if (turns > scaling.highFrequencyFactor) return frequency;
    if (turns < scaling.lowFrequencyFactor) return frequency / scaling.factor;
    const span = scaling.highFrequencyFactor - scaling.lowFrequencyFactor;
    const smooth = (turns - scaling.lowFrequencyFactor) / span;
    return ((1 - smooth) * frequency) / scaling.factor + smooth * frequency;
  });
}

/** Cosines and sines of every position's angles, (positions, h / 2) float32 each. */
export function ropeTables(
  config: LlamaConfig,
  positions: number,
): { cosines: Float32Array; sines: Float32Array } {
  const frequencies = ropeFrequencies(config);
  const cosines = new Float32Array(positions * frequencies.length);
  const sines = new Float32Array(cosines.length);
  for (let position = 0; position < positions; position++) {
    for (const [index, frequency] of frequencies.entries()) {
      cosines[position * frequencies.length + index] = Math.cos(position * frequency);
      sines[position * frequencies.length + index] = Math.sin(position * frequency);
    }
  }
  return { cosines, sines };
}
