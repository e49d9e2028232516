import { requireFraction } from './argument-checks.js';

// Coefficients from the highest power down, as Horner's rule takes them.
const CENTRAL = {
  above: [
    2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
    13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608,
  ],
  below: [
    5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
    5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1,
  ],
};
const MIDDLE = {
  above: [
    7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258,
    3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734,
  ],
  below: [
    1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459,
    0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1,
  ],
};
const TAIL = {
  above: [
    2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386, 0.026532189526576123093,
    0.29656057182850489123, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772,
  ],
  below: [
    2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
    0.0148753612908506148525, 0.13692988092273580531, 0.59983220655588793769, 1,
  ],
};

/**
 * Quantile of the standard normal distribution: the z with `P(Z <= z) = probability`.
 *
 * @param probability - in (0, 1)
 * @returns relative error about 1e-16
 * @throws {RangeError} if the probability is not in (0, 1)
 *
 * Source: Wichura 1988, algorithm AS 241 (PPND16).
 */
export function normalQuantile(probability: number): number {
  requireFraction('probability', probability);
  const centered = probability - 0.5;
  if (Math.abs(centered) <= 0.425) return centered * ratio(CENTRAL, 0.180625 - centered * centered);
  const depth = Math.sqrt(-Math.log(Math.min(probability, 1 - probability)));
  const distance = depth <= 5 ? ratio(MIDDLE, depth - 1.6) : ratio(TAIL, depth - 5);
  return Math.sign(centered) * distance;
}

function ratio(polynomials: { above: number[]; below: number[] }, point: number): number {
  const value = (coefficients: number[]): number =>
    coefficients.reduce((sum, coefficient) => sum * point + coefficient, 0);
  return value(polynomials.above) / value(polynomials.below);
}
