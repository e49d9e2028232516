import { createRandom, type Random } from '../../src/random.js';

/** A vector of the given length with norm 1, in a random direction; 0 outside [start, end). */
export function randomDirection(
  length: number,
  random: Random,
  [start, end] = [0, length] as readonly [number, number],
): Float64Array {
  const direction = new Float64Array(length);
  for (let index = start; index < end; index++) direction[index] = random.normal();
  const norm = Math.hypot(...direction);
  return direction.map((value) => value / norm);
}

interface Slope {
  /** The loss as a function of the vector. */
  readonly loss: (at: Float32Array) => Promise<number>;
  readonly at: Float32Array;
  readonly gradient: ArrayLike<number>;
  readonly range?: readonly [number, number];
  readonly seed: number;
}

// Larger, and the fourth-order error of the five-point formula grows; smaller, and the rounding of a float32 loss does.
const STEP = 0.03;

/**
 * Difference of the slope along a random direction to the gradient's, relative to the slope that a gradient of that norm has
 * along a typical direction (its norm / √n).
 */
export async function slopeError({ loss, at, gradient, range, seed }: Slope): Promise<number> {
  const [start, end] = range ?? [0, at.length];
  const direction = randomDirection(at.length, createRandom(seed), [start, end]);
  const along = (steps: number): Promise<number> =>
    loss(at.map((value, index) => value + steps * STEP * (direction[index] ?? 0)));
  const near = (await along(1)) - (await along(-1));
  const far = (await along(2)) - (await along(-2));
  const measured = (8 * near - far) / (12 * STEP);
  let claimed = 0;
  let squares = 0;
  for (let index = start; index < end; index++) {
    claimed += (gradient[index] ?? Number.NaN) * (direction[index] ?? 0);
    squares += (gradient[index] ?? Number.NaN) ** 2;
  }
  return Math.abs(measured - claimed) / Math.sqrt(squares / (end - start));
}
