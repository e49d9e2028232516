import type { Interval } from './interval.js';
import { studentTQuantile } from './student-t.js';

/** Standard error of an arm's part in an estimate, and the number of models that it comes from. */
export interface ArmError {
  readonly error: number;
  /** At least 2. */
  readonly models: number;
}

/** Standard errors of the arms that an interval takes for granted, in the unit of the estimate. */
export interface LeastErrors {
  readonly suspect: number;
  readonly control: number;
}

export const NO_LEAST_ERRORS: LeastErrors = { suspect: 0, control: 0 };

/**
 * Interval of an estimate on two arms, `estimate ± t √(e₁² + e₂²)`, with t at the degrees of freedom of Welch and
 * Satterthwaite.
 *
 * @param arms - at least one of them with an error above 0
 * @param level - confidence, a fraction
 *
 * Source: Welch 1947, Satterthwaite 1946.
 */
export function intervalFromErrors(
  estimate: number,
  { suspect, control }: { readonly suspect: ArmError; readonly control: ArmError },
  level: number,
): Interval {
  const error = Math.hypot(suspect.error, control.error);
  // As shares of the variance, so that tiny values do not underflow when squared again.
  const share = (suspect.error / error) ** 2;
  const degreesOfFreedom = 1 / (share ** 2 / (suspect.models - 1) + (1 - share) ** 2 / (control.models - 1));
  const margin = -studentTQuantile((1 - level) / 2, degreesOfFreedom) * error;
  return { lower: estimate - margin, upper: estimate + margin };
}
