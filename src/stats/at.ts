/**
 * `values[index]`, checked: an index read that cannot hand on `undefined`.
 *
 * @throws {RangeError} if there is no such element
 */
export function at<T>(values: ArrayLike<T>, index: number): T {
  const value = values[index];
  if (value === undefined) {
    throw new RangeError(`Expected an index in [0, ${values.length}), got ${index}.`);
  }
  return value;
}
