/** Far above what summing thousands of doubles loses (2^-52 each), far below any difference that a model shows. */
const RELATIVE = 1e-12;

/**
 * Largest difference between two means of these values that rounding alone could make: 1e-12 of the largest
 * magnitude. What differs by no more is a tie, what spreads by no more is constant.
 */
export function roundingError(...samples: readonly (readonly number[])[]): number {
  let largest = 0;
  for (const values of samples) {
    for (const value of values) largest = Math.max(largest, Math.abs(value));
  }
  return RELATIVE * largest;
}
