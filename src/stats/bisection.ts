/**
 * The point of [low, high] where `isBefore` turns from true to false, to the last bit of a double.
 *
 * @param isBefore - monotone: true up to the point, false from there on
 *
 * Source: bisection.
 */
export function bisection(isBefore: (point: number) => boolean, low: number, high: number): number {
  let lower = low;
  let upper = high;
  for (;;) {
    const middle = lower + (upper - lower) / 2;
    if (middle <= lower || middle >= upper) return middle;
    if (isBefore(middle)) lower = middle;
    else upper = middle;
  }
}
