/**
 * P-values adjusted for the family they come in: the i-th smallest of m becomes the largest of `(m - j + 1) p_j` over
 * j <= i, at most 1. Rejecting those at or below alpha holds the chance of any false rejection at alpha.
 *
 * @param pValues - fractions; `null` for a test that did not run, which stays `null` and does not count in m
 * @returns in the order of `pValues`
 * @throws {RangeError} if a p-value is not in [0, 1]
 *
 * Source: Holm 1979.
 */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const ran = pValues.flatMap((pValue, index) => (pValue === null ? [] : [{ pValue, index }]));
  for (const { pValue, index } of ran) {
    if (!(pValue >= 0 && pValue <= 1)) {
      throw new RangeError(`Expected \`pValues\` to be in [0, 1], got ${pValue} at index ${index}.`);
    }
  }
  const adjusted = pValues.map((): number | null => null);
  let largest = 0;
  for (const [rank, { pValue, index }] of ran.sort((a, b) => a.pValue - b.pValue).entries()) {
    largest = Math.max(largest, Math.min(1, (ran.length - rank) * pValue));
    adjusted[index] = largest;
  }
  return adjusted;
}
